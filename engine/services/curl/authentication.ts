// Authentication of a command: a header if that is enough, otherwise a credential that must be set up.
import type { CurlArguments } from './arguments.ts';
import type { CurlHeaders } from './headers.ts';
import type { Notices } from './notices.ts';

/** The node's authentication parameters. */
export type Authentication =
  | { readonly authentication: 'none' }
  | { readonly authentication: 'genericCredentialType'; readonly genericAuthType: string }
  | { readonly authentication: 'predefinedCredentialType'; readonly nodeCredentialType: string };

/** Whether the command sends a client certificate, which the node reads from a credential. */
export function needsCertificate(args: CurlArguments, notices: Notices): boolean {
  if (!args.has('cert', 'key')) return false;
  notices.add(
    'CREDENTIAL_NEEDED',
    'The command shows a client certificate (--cert). Choose an SSL Certificates credential in the node, with certificate and key.',
  );
  return true;
}

const none: Authentication = { authentication: 'none' };

/** Ways to sign in for which a header is not enough, in order of precedence. */
const methods: readonly SignInMethod[] = [
  {
    options: ['aws-sigv4'],
    needsUser: false,
    notice:
      'The command signs its request for AWS (--aws-sigv4). Choose an AWS credential in the node, with the access key of the command.',
    authentication: { authentication: 'predefinedCredentialType', nodeCredentialType: 'aws' },
  },
  {
    options: ['digest'],
    needsUser: true,
    notice: 'The command signs in by digest. Choose a Digest Auth credential in the node, with the user and password of the command.',
    authentication: { authentication: 'genericCredentialType', genericAuthType: 'httpDigestAuth' },
  },
  {
    options: ['ntlm', 'negotiate'],
    needsUser: true,
    notice: 'The command signs in by NTLM or Kerberos, which the node cannot. Sign in in another way that the service offers.',
    authentication: none,
  },
];

interface SignInMethod {
  /** Options of the command that select it. */
  readonly options: readonly string[];
  readonly needsUser: boolean;
  readonly notice: string;
  readonly authentication: Authentication;
}

/** Adds an Authorization header where that is enough. An Authorization header in the command takes precedence, as in curl. */
export function readAuthentication(args: CurlArguments, headers: CurlHeaders, notices: Notices): Authentication {
  if (headers.has('Authorization')) return none;
  const token = args.last('oauth2-bearer');
  const user = args.last('user');
  if (token !== undefined) {
    headers.add('Authorization', `Bearer ${token}`);
    return none;
  }
  const method = methods.find(({ options, needsUser }) => args.isOn(...options) && (user !== undefined || !needsUser));
  if (method !== undefined) {
    notices.add('CREDENTIAL_NEEDED', method.notice);
    return method.authentication;
  }
  if (user === undefined) return none;
  if (!user.includes(':'))
    notices.add('CREDENTIAL_NEEDED', 'The command has a user but no password, for which curl would ask. The password is left empty.');
  headers.add('Authorization', `Basic ${Buffer.from(user.includes(':') ? user : `${user}:`).toString('base64')}`);
  return none;
}
