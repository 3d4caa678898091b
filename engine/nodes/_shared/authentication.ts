// Signs requests with the credential selected by the node's parameters.
import { NodeError, type ExecuteContext, type HttpRequest } from '../../sdk/index.ts';

/** Values of `authentication` in version 1, and their credential types. */
const firstTypes: Readonly<Record<string, string>> = {
  basicAuth: 'httpBasicAuth',
  digestAuth: 'httpDigestAuth',
  headerAuth: 'httpHeaderAuth',
  queryAuth: 'httpQueryAuth',
  oAuth1: 'oAuth1Api',
  oAuth2: 'oAuth2Api',
};

/** Returns the selected credential type; undefined if requests are not signed. Throws NodeError PARAMETER_INVALID if it is missing. */
export function credentialTypeOf(ctx: ExecuteContext): string | undefined {
  const authentication = ctx.param('authentication', 0, 'none');
  if (authentication === 'none' || authentication === '') return undefined;
  const parameter = authentication === 'genericCredentialType' ? 'genericAuthType' : 'nodeCredentialType';
  const type = Object.hasOwn(firstTypes, authentication) ? firstTypes[authentication] : ctx.param(parameter, 0, '');
  if (typeof type === 'string' && type !== '') return type;
  throw new NodeError('No credential type is selected.', {
    code: 'PARAMETER_INVALID',
    parameter,
    hint: 'Choose a credential type in the node, or set Authentication to None.',
  });
}

/** Returns the request signed for one item, or unchanged if `type` is undefined. */
export const signed = async (
  ctx: ExecuteContext,
  type: string | undefined,
  request: HttpRequest,
  itemIndex: number,
): Promise<HttpRequest> => (type === undefined ? request : ctx.signRequest(type, request, itemIndex));
