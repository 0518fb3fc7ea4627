#ifndef YOGI_SYSLOG_H
#define YOGI_SYSLOG_H
#define LOG_ERR 3
#define LOG_WARNING 4
#define LOG_NOTICE 5
#define LOG_INFO 6
#define LOG_DAEMON 24
void openlog(const char *, int, int);
void syslog(int, const char *, ...);
void closelog(void);
#endif
