package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"yogi/internal/board"
	"yogi/internal/cluster"
)

// defaultRoom bounds the bytes that a server keeps, unless it is told another number.
const defaultRoom = 10 << 30

func serveCommand() *cobra.Command {
	o := cluster.ServerOptions{}
	room := byteSize(defaultRoom)
	page := ""
	command := &cobra.Command{
		Use:   "serve",
		Short: "Serve a queue of checks for other machines",
		Long: `serve starts a server for a cluster, on which "yogi work" takes checks that check, diff, matrix and bench with
--cluster URL ask for, and prints its URL. It is a NATS server with JetStream in this process. What it keeps is in the
folder --data, and a server that is started again there goes on.

Without --keys it listens to this machine alone, and to everyone on it. With the folder that "yogi serve keys" makes,
connections are encrypted, and who connects shows credentials and sees what is of the same account.

A page shows workers, queues and what came of checks as it happens; its address is printed on stderr, and /metrics
there is for Prometheus. It tells whoever reaches it the names of machines, of all accounts, and numbers.

Three servers, each with --among and the --peers of all, keep the same, so that one of them can be lost. Clients and
workers name all of them, with commas.

Interrupt it to end it; clients and workers wait for it to come back.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.Room = int64(room)
			return runServe(cmd, o, page)
		},
	}
	f := command.Flags()
	f.StringVar(&o.Listen, "listen", "127.0.0.1:4222", "`address` to listen to, as HOST:PORT; port 0 is any that is free")
	f.StringVar(&o.Data, "data", "", "`folder` of what the server keeps (default yogi/cluster in the user's folder for caches)")
	f.StringVar(&o.Keys, "keys", "", "`folder` with the keys of the server and its accounts")
	f.Var(&room, "room", "how much it keeps at most")
	f.StringVar(&o.Among, "among", "", "`address` at which this server listens to the others of several that keep the same, as HOST:PORT")
	f.StringSliceVar(&o.Peers, "peers", nil, "with --among: those `addresses` of all of the servers, three or more")
	command.MarkFlagsRequiredTogether("among", "peers")
	f.StringVar(&page, "page", "127.0.0.1:0", "`address` of the page on which people watch the cluster, and of metrics; port 0 is any that is free; none: there is no page")
	command.AddCommand(serveKeysCommand())
	return command
}

func runServe(cmd *cobra.Command, o cluster.ServerOptions, page string) error {
	if o.Data == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return fmt.Errorf("finding the folder for the data: %w", err)
		}
		o.Data = filepath.Join(user, "yogi", "cluster")
	}
	server, err := cluster.Start(o)
	if err != nil {
		return err
	}
	defer server.Close()
	if page != noPage {
		end, err := servePage(cmd, server, page)
		if err != nil {
			return err
		}
		defer end()
	}
	if _, err := fmt.Fprintln(cmd.OutOrStdout(), server.URL()); err != nil {
		return err
	}
	<-cmd.Context().Done()
	return nil
}

// noPage as the value of --page says that there is none.
const noPage = "none"

// servePage serves the page of a server until end is called.
func servePage(cmd *cobra.Command, server *cluster.Server, address string) (end func(), err error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("serving the page: %w", err)
	}
	ctx, stop := context.WithCancel(cmd.Context())
	w := &watching{}
	pages := &http.Server{Handler: board.Handler(w.status), ReadHeaderTimeout: 10 * time.Second}
	var serving sync.WaitGroup
	serving.Go(func() { w.begin(ctx, server, cmd.ErrOrStderr()) })
	serving.Go(func() { _ = pages.Serve(listener) }) // it ends when it is closed
	fmt.Fprintf(cmd.ErrOrStderr(), "yogi: watch the cluster at http://%s/\n", listener.Addr())
	return func() {
		_ = pages.Close()
		stop()
		serving.Wait()
		for _, m := range w.monitors {
			m.Close()
		}
	}, nil
}

// watching has the monitors of a server, once they can be made: one of several servers waits for the others.
type watching struct {
	mu       sync.Mutex
	monitors []*cluster.Monitor
}

func (w *watching) begin(ctx context.Context, server *cluster.Server, said io.Writer) {
	for isTold := false; ; {
		monitors, err := server.Monitors(ctx)
		if err == nil {
			w.mu.Lock()
			w.monitors = monitors
			w.mu.Unlock()
			return
		}
		if !isTold && ctx.Err() == nil {
			isTold = true
			fmt.Fprintln(said, "yogi: the page has no figures yet:", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

func (w *watching) status() []cluster.Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := []cluster.Status{}
	for _, m := range w.monitors {
		all = append(all, m.Status())
	}
	return all
}

func serveKeysCommand() *cobra.Command {
	var hosts, accounts []string
	command := &cobra.Command{
		Use:   "keys DIR --host NAME",
		Short: "Make the keys of a server: for TLS, and for accounts",
		Long: `keys makes a folder for "yogi serve --keys": a certificate for the hosts, and for each account a file ACCOUNT` + cluster.CredentialsEnding + `.
Give that file to the machines of the account: it is what --credentials names, of workers and of clients, and
whoever has it reads the account's programs and answers for its workers. The rest stays with the server.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, folders []string) error {
			if err := cluster.NewKeys(folders[0], hosts, accounts); err != nil {
				return err
			}
			for _, name := range accounts {
				fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(folders[0], name+cluster.CredentialsEnding))
			}
			return nil
		},
	}
	command.Flags().StringSliceVar(&hosts, "host", nil, "`names` and addresses by which the server is reached")
	command.Flags().StringSliceVar(&accounts, "account", []string{"team"}, "`names` of accounts")
	return command
}
