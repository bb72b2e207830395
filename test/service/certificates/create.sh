#!/bin/sh
# Makes the certificates in this folder anew, with OpenSSL: sh test/service/certificates/create.sh
# All servers share one key, and the keys of the authorities are thrown away: nothing but the tests trusts them.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat > "$work/openssl.cnf" <<CONFIG
[ca]
default_ca = settings
[settings]
database = $work/issued.txt
new_certs_dir = $work
rand_serial = yes
unique_subject = no
default_md = sha256
policy = policy
x509_extensions = authority
[policy]
commonName = supplied
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
subjectKeyIdentifier = none
CONFIG
: > "$work/issued.txt"

# key FILE
key() {
  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1"
}

# sign SUBJECT KEY FROM UNTIL OUT [OPTIONS of openssl ca]
sign() {
  openssl req -new -config "$work/openssl.cnf" -subj "/CN=$1" -key "$2" -out "$work/request.pem"
  from=$3 until=$4 out=$5
  shift 5
  openssl ca -config "$work/openssl.cnf" -batch -notext -in "$work/request.pem" \
    -startdate "${from}000000Z" -enddate "${until}000000Z" -out "$out" "$@"
}

# authority NAME
authority() {
  key "$work/$1.key"
  sign "Vault Connections test authority" "$work/$1.key" 20250101 20991231 "$work/$1.pem" \
    -selfsign -keyfile "$work/$1.key"
}

# server NAME HOSTS FROM UNTIL AUTHORITY
server() {
  printf 'subjectAltName = %s\nsubjectKeyIdentifier = none\nauthorityKeyIdentifier = none\n' "$2" > "$work/$1.cnf"
  sign "Vault Connections test service" server.key "$3" "$4" "$1.pem" \
    -cert "$work/$5.pem" -keyfile "$work/$5.key" -extfile "$work/$1.cnf"
}

loopback=IP:127.0.0.1,DNS:localhost
key server.key
authority authority
authority namesake
cp "$work/authority.pem" authority.pem
server loopback "$loopback" 20250101 20991231 authority
server expired "$loopback" 20250101 20250102 authority
server not-yet-valid "$loopback" 20990101 20991231 authority
server other-host DNS:other.example 20250101 20991231 authority
server tenants DNS:acme.example.com,DNS:staging.acme.example.com 20250101 20991231 authority
server namesake "$loopback" 20250101 20991231 namesake
