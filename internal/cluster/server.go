package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// ServerOptions say where a server listens and what it keeps where.
type ServerOptions struct {
	Listen string // host:port; port 0 is any that is free
	Data   string // folder; what is there from before is taken up
	Keys   string // folder that NewKeys made, for TLS and accounts; "": neither
	Room   int64  // bytes that are kept at most
	// Among is where this server listens to others that keep the same, as HOST:PORT, and Peers are those places of
	// all of them. "": it is alone.
	Among string
	Peers []string
}

// Server is a NATS server in this process.
type Server struct {
	nats *server.Server
	keys string // folder; "": none
	name string // in the certificate; "": there is none
}

// Start starts a server. Without keys it listens to this machine alone.
func Start(o ServerOptions) (*Server, error) {
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("reading the address: %w", err)
	}
	if o.Keys == "" && !isLoopback(host) {
		return nil, fmt.Errorf("%s can be reached from other machines, and without keys anyone there could read the programs and answer for the workers: "+
			"make keys with \"yogi serve keys DIR --host NAME\" and give --keys DIR", o.Listen)
	}
	options := &server.Options{}
	if o.Keys != "" {
		if options, err = server.ProcessConfigFile(filepath.Join(o.Keys, ServerFile)); err != nil {
			return nil, fmt.Errorf("reading the keys: %w", err)
		}
	}
	options.Host, options.Port = host, server.RANDOM_PORT
	if port != "0" {
		if options.Port, err = net.LookupPort("tcp", port); err != nil {
			return nil, fmt.Errorf("reading the address: %w", err)
		}
	}
	if err := os.MkdirAll(o.Data, 0o700); err != nil {
		return nil, fmt.Errorf("making the folder of the cluster: %w", err)
	}
	options.ServerName = "yogi"
	if o.Among != "" {
		if err := o.join(options); err != nil {
			return nil, err
		}
	}
	options.JetStream, options.StoreDir, options.JetStreamMaxStore = true, o.Data, o.Room
	options.NoSigs, options.NoLog = true, true
	made, err := server.NewServer(options)
	if err != nil {
		return nil, fmt.Errorf("starting the server: %w", err)
	}
	log := &complaints{}
	made.SetLoggerV2(log, false, false, false)
	go made.Start()
	if !made.ReadyForConnections(30*time.Second) || !made.JetStreamEnabled() {
		made.Shutdown()
		return nil, fmt.Errorf("starting the server at %s with the data in %s: %w", o.Listen, o.Data, log.error())
	}
	out := &Server{nats: made, keys: o.Keys}
	if o.Keys != "" {
		out.name, err = certified(options)
	}
	return out, err
}

// join makes a server one of several. With keys they show each other the certificate of their folder.
func (o ServerOptions) join(options *server.Options) error {
	host, port, err := net.SplitHostPort(o.Among)
	if err != nil {
		return fmt.Errorf("reading the address for other servers: %w", err)
	}
	if o.Keys == "" && !isLoopback(host) {
		return fmt.Errorf("%s can be reached from other machines, and without keys anyone there could be one of the servers: give --keys DIR", o.Among)
	}
	options.ServerName = "yogi-" + token(o.Among) // the same when it is started again
	options.Cluster.Name, options.Cluster.Host = "yogi", host
	if options.Cluster.Port, err = net.LookupPort("tcp", port); err != nil {
		return fmt.Errorf("reading the address for other servers: %w", err)
	}
	for _, peer := range o.Peers {
		if _, _, err := net.SplitHostPort(peer); err != nil {
			return fmt.Errorf("reading the addresses of the servers: %w", err)
		}
		options.Routes = append(options.Routes, &url.URL{Scheme: "nats-route", Host: peer})
	}
	if o.Keys == "" {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(o.Keys, authorityFile))
	if err != nil {
		return fmt.Errorf("reading the keys: %w", err)
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(text) || options.TLSConfig == nil {
		return errors.New("reading the keys: they are none for several servers")
	}
	options.Cluster.TLSConfig = &tls.Config{
		Certificates: options.TLSConfig.Certificates, RootCAs: authorities, ClientCAs: authorities,
		ClientAuth: tls.RequireAndVerifyClientCert, MinVersion: tls.VersionTLS13,
	}
	options.Cluster.TLSTimeout = 10
	return nil
}

// certified is the first name in the server's certificate, by which others reach it.
func certified(options *server.Options) (string, error) {
	if options.TLSConfig == nil || len(options.TLSConfig.Certificates) == 0 {
		return "", errors.New("the keys have no certificate")
	}
	leaf, err := x509.ParseCertificate(options.TLSConfig.Certificates[0].Certificate[0])
	switch {
	case err != nil:
		return "", fmt.Errorf("reading the certificate: %w", err)
	case len(leaf.DNSNames) > 0:
		return leaf.DNSNames[0], nil
	case len(leaf.IPAddresses) > 0:
		return leaf.IPAddresses[0].String(), nil
	}
	return "", errors.New("the certificate names no host")
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// URL is the address that clients and workers connect to.
func (s *Server) URL() string {
	address := s.nats.Addr().String()
	if s.name == "" {
		return "nats://" + address
	}
	if host, port, err := net.SplitHostPort(address); err == nil && net.ParseIP(host).IsUnspecified() {
		address = net.JoinHostPort(s.name, port)
	}
	return "tls://" + address
}

// Dial connects to the server within this process, with the credentials in a file if they are needed.
func (s *Server) Dial(ctx context.Context, credentials, name string) (*Conn, error) {
	access := Access{URL: "nats://" + s.nats.Addr().String(), Credentials: credentials, Name: name}
	identity, err := access.identity()
	if err != nil {
		return nil, err
	}
	plain := func(o *nats.Options) error { // nothing leaves the process
		o.Secure, o.TLSConfig = false, nil
		return nil
	}
	return dial(ctx, access, append(identity, plain, nats.InProcessServer(s.nats)))
}

// Monitors watch the server: one for each account whose credentials are in the folder of its keys.
func (s *Server) Monitors(ctx context.Context) (all []*Monitor, err error) {
	files := map[string]string{"": ""}
	if s.keys != "" {
		found, err := filepath.Glob(filepath.Join(s.keys, "*"+CredentialsEnding))
		if err != nil {
			return nil, fmt.Errorf("finding the accounts: %w", err)
		}
		clear(files)
		for _, file := range found {
			files[strings.TrimSuffix(filepath.Base(file), CredentialsEnding)] = file
		}
	}
	for _, account := range slices.Sorted(maps.Keys(files)) {
		conn, err := s.Dial(ctx, files[account], "yogi serve")
		if err != nil {
			closeAll(all)
			return nil, err
		}
		monitor, err := conn.Watch(ctx, account)
		if err != nil {
			conn.Close()
			closeAll(all)
			return nil, err
		}
		all = append(all, monitor)
	}
	return all, nil
}

func closeAll(monitors []*Monitor) {
	for _, m := range monitors {
		m.Close()
	}
}

// Close ends the server; what it keeps stays in its folder.
func (s *Server) Close() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}

// complaints keeps what the server says is wrong, for the error where it does not start.
type complaints struct{ said []string }

func (c *complaints) add(format string, args []any) {
	if len(c.said) < 20 {
		c.said = append(c.said, fmt.Sprintf(format, args...))
	}
}

func (c *complaints) error() error {
	if len(c.said) == 0 {
		return errors.New("it is not ready in time")
	}
	return errors.New(strings.Join(c.said, "; "))
}

// Noticef, Warnf, Fatalf, Errorf, Debugf and Tracef implement server.Logger.
func (c *complaints) Noticef(string, ...any)            {}
func (c *complaints) Warnf(string, ...any)              {}
func (c *complaints) Fatalf(format string, args ...any) { c.add(format, args) }
func (c *complaints) Errorf(format string, args ...any) { c.add(format, args) }
func (c *complaints) Debugf(string, ...any)             {}
func (c *complaints) Tracef(string, ...any)             {}
