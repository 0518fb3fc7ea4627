module yogi

go 1.26
