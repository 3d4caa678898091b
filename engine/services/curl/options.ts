// Options of the node: redirects, timeout, certificates, proxy, retries and response.
import type { CurlArguments } from './arguments.ts';
import { listNames, type Notices } from './notices.ts';
import type { ParameterMap } from './parameter-map.ts';

/** Maximum value of the node's option. */
const MAX_RETRIES = 20;
const LONGEST_RETRY_INTERVAL = 300_000;
const LONGEST_TIME = 2 ** 31 - 1;

/** Without -L the node keeps its default and follows redirects. */
export function writeOptions(map: ParameterMap, args: CurlArguments, notices: Notices): void {
  writeRedirects(map, args);
  writeTime(map, args, notices);
  writeProxy(map, args, notices);
  writeResponse(map, args);
  if (args.isOn('insecure')) map.set('options.allowUnauthorizedCerts', true);
  if (args.isOn('location-trusted')) map.set('options.sendCredentialsOnCrossOriginRedirect', true);
  const retries = numberOf(args.last('retry'));
  if (retries !== undefined && retries > 0) {
    map.set('options.retry.enabled', true);
    map.set('options.retry.maxRetries', Math.min(Math.trunc(retries), MAX_RETRIES));
    const delay = numberOf(args.last('retry-delay'));
    if (delay !== undefined && delay > 0)
      map.set('options.retry.retryInterval', Math.min(Math.round(delay * 1000), LONGEST_RETRY_INTERVAL));
  }
  const droppedOptions = args.options.filter(({ flag }) => flag.use === 'lost').map(({ flag }) => `--${flag.name}`);
  if (droppedOptions.length + args.unknown.length > 0) {
    notices.add(
      'OPTIONS_LEFT_OUT',
      `The node has no counterpart for these options, which were left out: ${listNames(new Set([...droppedOptions, ...args.unknown]))}.`,
    );
  }
}

function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function writeRedirects(map: ParameterMap, args: CurlArguments): void {
  if (!args.isOn('location', 'location-trusted')) return;
  const most = numberOf(args.last('max-redirs'));
  map.set('options.redirect.redirect.followRedirects', most !== 0);
  // curl allows unlimited redirects (-1), the node does not.
  if (most !== undefined && most !== 0) map.set('options.redirect.redirect.maxRedirects', most > 0 ? Math.trunc(most) : 1000);
}

function writeTime(map: ParameterMap, args: CurlArguments, notices: Notices): void {
  const totalTime = numberOf(args.last('max-time'));
  const connecting = numberOf(args.last('connect-timeout'));
  const seconds = totalTime !== undefined && totalTime > 0 ? totalTime : connecting;
  if (seconds === undefined || seconds <= 0) return;
  map.set('options.timeout', Math.min(Math.max(1, Math.round(seconds * 1000)), LONGEST_TIME));
  if (seconds === connecting && seconds !== totalTime)
    notices.add(
      'TIME_LIMIT',
      'The command limits the time to connect. The node has one limit, up to the beginning of the answer: raise it for slow services.',
    );
}

function writeProxy(map: ParameterMap, args: CurlArguments, notices: Notices): void {
  const input = args.these('proxy', 'proxy1.0').at(-1)?.value;
  if (input === undefined || input === '' || args.last('noproxy') === '*') return;
  const protocol = /^([a-z][a-z\d+.-]*):\/\//i.exec(input)?.[1]?.toLowerCase() ?? 'http';
  if (protocol !== 'http' && protocol !== 'https') {
    notices.add(
      'OPTIONS_LEFT_OUT',
      `The node reaches proxies by http and https only; the proxy of the command (${listNames([protocol])}) was left out.`,
    );
    return;
  }
  const host = input.replace(/^[a-z][a-z\d+.-]*:\/\//i, '');
  const user = args.last('proxy-user');
  const [name = '', password = ''] = splitOnce(user ?? '', ':').map(encodeURIComponent);
  const signedIn = user === undefined || host.includes('@') ? host : `${name}:${password}@${host}`;
  map.set('options.proxy', `${protocol}://${signedIn}`);
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** -o and -O make the response a file; -i and -v include its headers. */
function writeResponse(map: ParameterMap, args: CurlArguments): void {
  const path = 'options.response.response';
  if (args.isOn('include', 'head', 'dump-header')) map.set(`${path}.fullResponse`, true);
  const target = args.last('output');
  const isFile =
    target === undefined ? args.isOn('remote-name', 'remote-name-all') : !['-', '/dev/null', 'nul'].includes(target.toLowerCase());
  if (!isFile || args.isOn('head')) return;
  map.set(`${path}.responseFormat`, 'file');
  map.set(`${path}.outputPropertyName`, 'data');
}
