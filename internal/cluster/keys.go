package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/nats-io/nkeys"
)

const (
	// ServerFile is the file, in the folder that NewKeys makes, with the accounts and the place of the certificate.
	ServerFile = "server.conf"
	// CredentialsEnding ends the names of the files that members of an account get.
	CredentialsEnding = ".cluster"

	certificateFile = "server.pem"
	authorityFile   = "authority.pem"
	keyFile         = "server-key.pem"
	seedBlock       = "NKEY SEED"
	validity        = 825 * 24 * time.Hour
)

var accountName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// NewKeys makes a folder with what a server needs for TLS and accounts: a certificate for the hosts by an authority
// whose key is thrown away, and a file of credentials for each account. Who has that file is of the account.
func NewKeys(folder string, hosts, accounts []string) error {
	for _, name := range accounts {
		if !accountName.MatchString(name) || name == "sys" {
			return fmt.Errorf("%q is no name of an account: small letters, digits and hyphens", name)
		}
	}
	if len(hosts) == 0 || len(accounts) == 0 {
		return errors.New("name the hosts of the server and the accounts")
	}
	if err := os.MkdirAll(filepath.Dir(filepath.Clean(folder)), 0o755); err != nil {
		return fmt.Errorf("making keys: %w", err)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		return fmt.Errorf("making keys: %w", err)
	}
	certificate, key, authority, err := newCertificate(hosts)
	if err != nil {
		return fmt.Errorf("making keys: %w", err)
	}
	files := map[string]string{certificateFile: certificate, keyFile: key, authorityFile: authority}
	var conf strings.Builder
	conf.WriteString("# NATS configuration: the certificate, and who may connect as which account.\n")
	fmt.Fprintf(&conf, "tls { cert_file: %q, key_file: %q, min_version: \"1.3\" }\n", absolute(folder, certificateFile), absolute(folder, keyFile))
	conf.WriteString("accounts {\n")
	for _, name := range accounts {
		pair, err := nkeys.CreateUser()
		if err != nil {
			return fmt.Errorf("making keys: %w", err)
		}
		public, publicErr := pair.PublicKey()
		seed, seedErr := pair.Seed()
		if err := errors.Join(publicErr, seedErr); err != nil {
			return fmt.Errorf("making keys: %w", err)
		}
		fmt.Fprintf(&conf, "  %s { jetstream: enabled, users: [ { nkey: %s } ] }\n", name, public)
		files[name+CredentialsEnding] = authority + string(pem.EncodeToMemory(&pem.Block{Type: seedBlock, Bytes: seed}))
	}
	conf.WriteString("}\n")
	files[ServerFile] = conf.String()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("making keys: %w", err)
		}
	}
	return nil
}

func absolute(folder, name string) string {
	path, err := filepath.Abs(filepath.Join(folder, name))
	if err != nil {
		return filepath.Join(folder, name)
	}
	return path
}

// newCertificate makes a certificate for hosts, its key, and the authority that signed it, each as PEM.
func newCertificate(hosts []string) (certificate, key, authority string, err error) {
	// A machine whose clock is late, or has lost its battery and begins in 1970, is to connect too: what makes a
	// certificate one of this cluster is its authority, which signed no other.
	begin, end := time.Unix(0, 0), time.Now().Add(validity)
	signer, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", "", "", err
	}
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "yogi cluster"}, NotBefore: begin, NotAfter: end,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign, MaxPathLenZero: true,
	}
	rootDER, err := x509.CreateCertificate(rand.Reader, root, root, &signer.PublicKey, signer)
	if err != nil {
		return "", "", "", err
	}
	own, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return "", "", "", err
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: hosts[0]}, NotBefore: begin, NotAfter: end,
		KeyUsage: x509.KeyUsageDigitalSignature,
		// Servers are clients of one another.
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			leaf.IPAddresses = append(leaf.IPAddresses, ip)
		} else {
			leaf.DNSNames = append(leaf.DNSNames, host)
		}
	}
	leafDER, err := x509.CreateCertificate(rand.Reader, leaf, root, &own.PublicKey, signer)
	if err != nil {
		return "", "", "", err
	}
	ownDER, err := x509.MarshalPKCS8PrivateKey(own)
	if err != nil {
		return "", "", "", err
	}
	block := func(kind string, der []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
	}
	return block("CERTIFICATE", leafDER), block("PRIVATE KEY", ownDER), block("CERTIFICATE", rootDER), nil
}
