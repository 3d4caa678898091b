// Sends a request of a tool and returns the text of its response.
import { NodeError, type ExecuteContext, type HttpRequest } from '../../../../sdk/index.ts';
import { withoutSecretValues } from '../../secret-values.ts';

/** Maximum characters of a service's message in an error. */
const MAX_MESSAGE = 1000;

/**
 * Sends a request that is already signed. Throws NodeError NODE_REQUEST_FAILED for an unsuccessful status, with the hint for it, and for files.
 */
export async function toolResponse(
  { http }: Pick<ExecuteContext, 'http'>,
  request: HttpRequest,
  hints: Readonly<Record<number, string>> = {},
): Promise<string> {
  const response = await http.request(request);
  const bytes = await response.bytes();
  if (response.status < 200 || response.status >= 300) {
    const text = withoutSecretValues(request.secrets ?? [], new TextDecoder().decode(bytes)).trim();
    throw new NodeError(
      `The service refused the request with status ${response.status}${text === '' ? '.' : `: ${text.slice(0, MAX_MESSAGE)}`}`,
      {
        code: 'NODE_REQUEST_FAILED',
        name: 'NodeApiError',
        httpCode: String(response.status),
        hint: hints[response.status],
      },
    );
  }
  if (bytes.includes(0)) {
    throw new NodeError('The service returned a file, which a model cannot read.', { code: 'NODE_REQUEST_FAILED', name: 'NodeApiError' });
  }
  return new TextDecoder().decode(bytes);
}
