// The options of curl: their letters, whether they take a value, and whether they are converted.

/** Handling of an option: converted, ignored silently, or ignored with a notice. */
type Use = 'used' | 'quiet' | 'lost';

export interface Flag {
  readonly name: string;
  readonly takesValue: boolean;
  readonly use: Use;
}

const withValue: Readonly<Record<Use, string>> = {
  used:
    'aws-sigv4 cert connect-timeout cookie data data-ascii data-binary data-raw data-urlencode dump-header form form-string header json key ' +
    'max-redirs max-time noproxy oauth2-bearer output proto-default proxy proxy-user proxy1.0 range referer request retry retry-delay ' +
    'upload-file url url-query user user-agent',
  quiet:
    'alt-svc cert-type cookie-jar create-file-mode delegation etag-save expect100-timeout ftp-method happy-eyeballs-timeout-ms haproxy-clientip help hsts ' +
    'ip-tos keepalive-cnt keepalive-time key-type libcurl limit-rate local-port max-filesize output-dir parallel-max parallel-max-host pass proto proto-redir ' +
    'rate retry-max-time speed-limit speed-time ssl-sessions stderr tls-max trace trace-ascii trace-config vlan-priority write-out',
  lost:
    'abstract-unix-socket cacert capath ciphers config connect-to continue-at crlfile curves dns-interface dns-ipv4-addr ' +
    'dns-ipv6-addr dns-servers doh-url ech egd-file engine etag-compare ftp-account ftp-alternative-to-user ftp-port ftp-ssl-ccc-mode ' +
    'hostpubmd5 hostpubsha256 interface ipfs-gateway krb login-options mail-auth mail-from mail-rcpt netrc-file pinnedpubkey ' +
    'preproxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass ' +
    'proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser pubkey quote random-file ' +
    'request-target resolve sasl-authzid service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname telnet-option ' +
    'tftp-blksize time-cond tls13-ciphers tlsauthtype tlspassword tlsuser unix-socket upload-flags variable',
};

const withoutValue: Readonly<Record<Use, string>> = {
  used: 'anyauth basic digest get globoff head include insecure location location-trusted negotiate next ntlm remote-header-name remote-name remote-name-all',
  quiet:
    'alpn append buffer ca-native cert-status clobber compressed compressed-ssh create-dirs disable disable-eprt disable-epsv ' +
    'disallow-username-in-url doh-cert-status doh-insecure dump-ca-embed fail fail-early fail-with-body false-start form-escape ftp-create-dirs ' +
    'ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control haproxy-protocol http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 ' +
    'http3-only ignore-content-length ipv4 ipv6 junk-session-cookies keepalive list-only mail-rcpt-allowfails manual metalink mptcp npn ' +
    'out-null parallel parallel-immediate path-as-is progress-bar progress-meter proxy-anyauth proxy-basic proxy-ca-native proxy-http2 ' +
    'proxy-insecure proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 proxytunnel raw remote-time remove-on-error ' +
    'retry-all-errors retry-connrefused sasl-ir sessionid show-error show-headers silent skip-existing socks5-basic socks5-gssapi ' +
    'socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2 sslv3 styled-output ' +
    'suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tls-earlydata tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding ' +
    'trace-ids trace-time use-ascii verbose version xattr',
  lost: 'crlf netrc netrc-optional ntlm-wb post301 post302 post303 proxy-digest proxy-negotiate proxy-ntlm',
};

const letters: ReadonlyMap<string, string> = new Map(
  (
    '0 http1.0,1 tlsv1,2 sslv2,3 sslv3,4 ipv4,6 ipv6,a append,A user-agent,b cookie,B use-ascii,c cookie-jar,C continue-at,d data,' +
    'D dump-header,e referer,E cert,f fail,F form,g globoff,G get,h help,H header,i include,I head,j junk-session-cookies,' +
    'J remote-header-name,k insecure,K config,l list-only,L location,m max-time,M manual,n netrc,N buffer,o output,O remote-name,p proxytunnel,' +
    'P ftp-port,q disable,Q quote,r range,R remote-time,s silent,S show-error,t telnet-option,T upload-file,u user,U proxy-user,v verbose,' +
    'V version,w write-out,x proxy,X request,y speed-time,Y speed-limit,z time-cond,Z parallel,# progress-bar,: next'
  )
    .split(',')
    .map((entry) => entry.split(' ') as [string, string]),
);

const flags: ReadonlyMap<string, Flag> = new Map(
  [...rows(withValue, true), ...rows(withoutValue, false)].map((flag) => [flag.name, flag] as const),
);

function rows(names: Readonly<Record<Use, string>>, takesValue: boolean): Flag[] {
  return (['used', 'quiet', 'lost'] as const).flatMap((use) => names[use].split(' ').map((name) => ({ name, takesValue, use })));
}

/** The option with this letter; undefined if curl does not have it. */
export function flagOfLetter(letter: string): Flag | undefined {
  const name = letters.get(letter);
  return name === undefined ? undefined : flags.get(name);
}

/** The option with this name or unique prefix; the prefix `no-` negates it. Undefined if curl does not have it. */
export function flagOfName(name: string): { readonly flag: Flag; readonly isOn: boolean } | undefined {
  const flag = flags.get(name) ?? (name.startsWith('no-') ? undefined : byBeginning(name));
  if (flag !== undefined) return { flag, isOn: true };
  const opposite = flags.get(name.slice(3));
  return opposite === undefined || opposite.takesValue || !name.startsWith('no-') ? undefined : { flag: opposite, isOn: false };
}

function byBeginning(name: string): Flag | undefined {
  const matches = [...flags.values()].filter((flag) => flag.name.startsWith(name));
  return matches.length === 1 ? matches[0] : undefined;
}
