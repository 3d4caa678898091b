// Loads the workflow to call: by id, from a file, from JSON text, or from a URL.
import { AppError } from '../../../contract/errors.ts';
import type { WorkflowFile } from '../../../contract/workflow.ts';
import { NodeError, type ExecuteContext } from '../../../sdk/index.ts';
import { parseJson } from '../../../workflow/values/bounded-json.ts';

/** Maximum size of a workflow file in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

/** The workflow in the form that `ctx.runWorkflow` expects. */
export type CalledWorkflow = { readonly workflowId: string } | { readonly workflow: WorkflowFile };

/** Returns the workflow that the parameters select for one item. Throws NodeError if it does not exist. */
export async function calledWorkflow(ctx: ExecuteContext, itemIndex: number): Promise<CalledWorkflow> {
  const source = ctx.param('source', itemIndex, 'database');
  switch (source) {
    case 'database':
      return { workflowId: requiredText(ctx, 'workflowId', 'Workflow', itemIndex) };
    case 'parameter':
      return { workflow: asWorkflow(ctx.param('workflowJson', itemIndex), 'The text under "Workflow JSON"', itemIndex) };
    case 'localFile': {
      const path = requiredText(ctx, 'workflowPath', 'Workflow Path', itemIndex);
      return { workflow: asWorkflow(await fileText(ctx, path, itemIndex), `The file "${path}"`, itemIndex) };
    }
    case 'url': {
      const url = requiredText(ctx, 'workflowUrl', 'Workflow URL', itemIndex);
      return { workflow: asWorkflow(await remoteText(ctx, url, itemIndex), `The content of ${url}`, itemIndex) };
    }
    default:
      throw new NodeError(`There is no source "${source}". Choose another "Source" for the workflow to call.`, {
        code: 'PARAMETER_INVALID',
        parameter: 'source',
        itemIndex,
      });
  }
}

function requiredText(ctx: ExecuteContext, parameter: string, label: string, itemIndex: number): string {
  const value = ctx.param(parameter, itemIndex);
  const trimmed = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (trimmed !== '') return trimmed;
  throw new NodeError(`No workflow to call is set. Fill in "${label}".`, { code: 'PARAMETER_INVALID', parameter, itemIndex });
}

async function fileText(ctx: ExecuteContext, path: string, itemIndex: number): Promise<string> {
  try {
    return new TextDecoder().decode(await ctx.files.read(path, MAX_BYTES));
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const { code, cause, hint } = error;
    const isMissing = (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
    const message = isMissing ? `The file "${path}" could not be found, [item ${itemIndex}]` : error.message;
    throw new NodeError(message, { code, parameter: 'workflowPath', itemIndex, hint, cause });
  }
}

async function remoteText(ctx: ExecuteContext, url: string, itemIndex: number): Promise<string> {
  const response = await ctx.http.request({ url, headers: { accept: 'application/json' }, signal: ctx.signal });
  const body = new TextDecoder().decode(await response.bytes());
  if (response.status >= 200 && response.status < 300) return body;
  throw new NodeError(`The workflow at ${url} could not be loaded: the server responded with ${response.status} ${response.statusText}.`, {
    code: 'NODE_REQUEST_FAILED',
    parameter: 'workflowUrl',
    httpCode: String(response.status),
    itemIndex,
  });
}

/** Parses a workflow given as text or as an object. */
function asWorkflow(value: unknown, what: string, itemIndex: number): WorkflowFile {
  const options = { code: 'WORKFLOW_INVALID', itemIndex } as const;
  let workflowFile = value;
  if (typeof value === 'string') {
    try {
      workflowFile = parseJson(value);
    } catch (cause) {
      // The parser's message would quote the text, which may come from any file.
      const reason = cause instanceof AppError ? `cannot be read: ${cause.message}` : 'is not valid JSON.';
      throw new NodeError(`${what} ${reason} Use an exported workflow.`, options);
    }
  }
  const file = workflowFile as Partial<WorkflowFile> | null;
  if (typeof file !== 'object' || file === null || !Array.isArray(file.nodes)) {
    throw new NodeError(`${what} is not a workflow: it has no list of nodes.`, options);
  }
  return { ...file, nodes: file.nodes, connections: file.connections ?? {} };
}
