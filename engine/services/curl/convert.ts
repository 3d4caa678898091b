// Converts a curl command into parameters of an HTTP Request node, version 4.
import { AppError } from '../../contract/errors.ts';
import type { CurlParameters } from '../../contract/rest/curl.ts';
import { readAddress } from './address.ts';
import { readArguments, type CurlArguments } from './arguments.ts';
import { needsCertificate, readAuthentication } from './authentication.ts';
import { readBody, writeBody, type Body } from './body.ts';
import { readHeaders } from './headers.ts';
import { listNames, Notices } from './notices.ts';
import { writeOptions } from './options.ts';
import { ParameterMap } from './parameter-map.ts';
import { readCommand } from './read-command.ts';
import { unsupported } from './shell-command.ts';

/** Maximum length of a command, in characters. */
export const MAX_COMMAND = 1_000_000;

/** Methods that the node lists; others are set with an expression. */
const offered: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

export interface Converted {
  /** Protocol in lower case; must be checked before the parameters are used. */
  readonly protocol: string;
  readonly parameters: CurlParameters;
}

/** Throws BAD_REQUEST if the text is not a curl command, or PAYLOAD_TOO_LARGE. Messages and notices contain no values of the command. */
export function convertCommand(pasted: string): Converted {
  if (pasted.trim() === '') throw unsupported('Paste a command that begins with curl, such as: curl https://example.com');
  if (pasted.length > MAX_COMMAND) {
    throw new AppError('PAYLOAD_TOO_LARGE', `The command has more than ${MAX_COMMAND} characters`, {
      hint: 'Import it without its data, and put the data into the node.',
    });
  }
  const { words, input, unknowns } = readCommand(pasted);
  const args = readArguments(words);
  const notices = new Notices();
  const context = { input, notices };
  const address = readAddress(args, context);
  const headers = readHeaders(args, notices);
  const authentication = readAuthentication(args, headers, notices);
  const body = readBody(args, context);
  const rest = new ParameterMap();
  writeBody(rest, body, headers, context);
  writeOptions(rest, args, notices);
  if (unknowns.length > 0) notices.add('SHELL_VALUES', `Only your shell knows these values; put them in yourself: ${listNames(unknowns)}.`);

  const map = new ParameterMap();
  writeMethod(map, methodOf(args, body), notices);
  map.set('url', address.url);
  for (const [name, value] of Object.entries(authentication)) map.set(name, value);
  if (needsCertificate(args, notices)) map.set('provideSslCertificates', true);
  map.set('sendQuery', address.query.length > 0);
  if (address.query.length > 0) map.set('specifyQuery', 'keypair');
  map.setFields('queryParameters', address.query);
  const fields = headers.fields();
  map.set('sendHeaders', fields.length > 0);
  if (fields.length > 0) map.set('specifyHeaders', 'keypair');
  map.setFields('headerParameters', fields);
  map.append(rest);
  return { protocol: address.protocol, parameters: map.with(notices.list()) };
}

/** The method set by -X, otherwise the method that other options imply. */
function methodOf(args: CurlArguments, body: Body): string {
  const requestMethod = args.last('request')?.trim();
  if (requestMethod !== undefined && requestMethod !== '') return requestMethod.toUpperCase();
  if (args.isOn('head')) return 'HEAD';
  if (body.kind === 'upload') return 'PUT';
  return body.kind === 'none' ? 'GET' : 'POST';
}

function writeMethod(map: ParameterMap, method: string, notices: Notices): void {
  if (offered.has(method)) return map.set('method', method);
  if (!/^[\w!#$%&'*+.^`|~-]{1,50}$/.test(method)) throw unsupported('The method (-X) of the command is not a method name such as POST.');
  notices.add('METHOD_UNUSUAL', `The node does not offer the method ${listNames([method])}; it is given as an expression.`);
  map.setExpression('method', `=${method}`);
}
