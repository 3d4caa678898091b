// Stop and Error: ends the execution with an error.
import { defineNode, NodeError, type ExecuteContext } from '../../sdk/index.ts';
import { description } from './description.ts';
import { exactParam } from '../_shared/exact-param.ts';
import { declaredError, type DeclaredError } from './declared-error.ts';

function execute(ctx: ExecuteContext): never {
  const errorType = ctx.param('errorType', 0, 'errorMessage');
  const { message, options = {} } = read(errorType, exactParam(ctx, errorType === 'errorObject' ? 'errorObject' : 'errorMessage', 0) ?? '');
  throw new NodeError(message === '' ? 'The workflow was stopped by a Stop and Error node without a message.' : message, {
    description: options.description,
    ...(errorType === 'errorObject' ? { level: 'error' } : {}),
    context: {
      ...(options.type === undefined ? {} : { type: options.type }),
      ...(options.metadata === undefined ? {} : { metadata: options.metadata }),
    },
  });
}

function read(errorType: string, value: unknown): DeclaredError {
  try {
    return declaredError(errorType, value);
  } catch (cause) {
    throw new NodeError('The "Error Object" is not a JSON object. Enter one such as {"message": "What went wrong"}.', {
      code: 'PARAMETER_INVALID',
      parameter: 'errorObject',
      cause,
    });
  }
}

export const stopAndError = defineNode({ type: 'n8n-nodes-base.stopAndError', icon: 'icon.svg', versions: [{ description, execute }] });
