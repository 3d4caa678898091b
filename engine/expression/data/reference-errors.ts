// Errors of references to other nodes, with messages that users know and a machine-readable type.
import { ExpressionError } from '../errors.ts';

const NO_PATH = 'Please check this node is connected to it (there can be other nodes in between).';

/** Returns the error for a node that the workflow does not contain. */
export function unknownNode(name: string): ExpressionError {
  return new ExpressionError("Referenced node doesn't exist", {
    description: `The node '${name}' doesn't exist, but it's used in an expression here.`,
    context: { nodeCause: name, type: 'node_not_found', descriptionKey: 'nodeNotFound', messageTemplate: "Referenced node doesn't exist" },
  });
}

/** Returns the error for a node that has not run in this execution. */
export function notExecuted(name: string): ExpressionError {
  return new ExpressionError(`Node '${name}' hasn't been executed`, {
    description: `An expression references the node '${name}', but it hasn't been executed yet. Either change the expression, or re-wire your workflow to make sure that node executes first.`,
    context: {
      nodeCause: name,
      type: 'no_execution_data',
      descriptionKey: 'noNodeExecutionData',
      messageTemplate:
        'An expression references this node, but the node is unexecuted. Consider re-wiring your nodes or checking for execution first, i.e. {{ $if( $("{{nodeName}}").isExecuted, <action_if_executed>, "") }}',
    },
  });
}

/** Returns the error for a node from which no connection leads to the current one. */
export function noPathBack(name: string): ExpressionError {
  return new ExpressionError('Invalid expression', {
    description: `The expression uses data in the node ‘${name}’ but there is no path back to it. ${NO_PATH}`,
    context: {
      nodeCause: name,
      functionality: 'pairedItem',
      type: 'paired_item_no_connection',
      descriptionKey: 'pairedItemNoConnection',
      messageTemplate: 'Invalid expression under ‘%%PARAMETER%%’',
    },
  });
}

/** Returns the error for a pinned node, which would have to run to provide paired items. */
export function pinnedAside(name: string): ExpressionError {
  return new ExpressionError(`Unpin '${name}' to execute`, {
    description: `The expression uses data in the node '${name}', whose output is pinned. Unpin it and execute the workflow again.`,
    context: { nodeCause: name, functionality: 'pairedItem', type: 'paired_item_no_connection', descriptionKey: 'pairedItemNoInfoPinned' },
  });
}

/** Returns the error for an item of `node` that is not paired. */
export function noPairedItem(node: string, isPinned: boolean): ExpressionError {
  if (isPinned) {
    return new ExpressionError(`‘Node ${node}’ must be unpinned to execute`, {
      description: `To fetch the data for the expression, you must unpin the node ‘${node}’ and execute the workflow again.`,
      context: { nodeCause: node, functionality: 'pairedItem', type: 'paired_item_no_info', descriptionKey: 'pairedItemNoInfoPinned' },
    });
  }
  return new ExpressionError(
    `Paired item data for item from node '${node}' is unavailable. Ensure '${node}' is providing the required output.`,
    {
      description: `An expression here won't work because it uses .item and the matching item can't be found. The node '${node}' didn't return which input item its output stems from.`,
      hint: 'Use .first(), .last() or .all()[index] instead of .item, or let the node return pairedItem with each item.',
      context: {
        nodeCause: node,
        functionality: 'pairedItem',
        type: 'paired_item_no_info',
        descriptionKey: 'pairedItemNoInfo',
        messageTemplate: `Paired item data for %%PARAMETER%% from node '${node}' is unavailable. Ensure '${node}' is providing the required output.`,
      },
    },
  );
}

/** Returns the error for an item of `node` that is paired with a missing input item. */
export function wrongPairedItem(node: string): ExpressionError {
  return new ExpressionError('Can’t get data for expression', {
    description: `The expression uses .item, but the node ‘${node}’ returned wrong information on which input item its output stems from.`,
    hint: 'Use .first(), .last() or .all()[index] instead of .item, or correct the pairedItem which the node returns.',
    context: {
      nodeCause: node,
      functionality: 'pairedItem',
      type: 'paired_item_invalid_info',
      descriptionKey: 'pairedItemInvalidInfo',
      messageTemplate: 'Can’t get data for expression under ‘%%PARAMETER%%’ field',
    },
  });
}

/** Returns the error for an item that derives from several items of the referenced node. */
export function severalMatches(name: string): ExpressionError {
  return new ExpressionError('Multiple matches found', {
    description: `The expression uses .item, but there are several matching items in the node '${name}'. Use .first(), .last() or .all()[index] instead.`,
    context: {
      nodeCause: name,
      functionality: 'pairedItem',
      type: 'paired_item_multiple_matches',
      descriptionKey: 'pairedItemMultipleMatches',
      messageTemplate: 'Multiple matching items for expression [item {{itemIndex}}]',
    },
  });
}

/** Returns the error for an output that the node does not have. */
export function noSuchOutput(node: string, output: number): ExpressionError {
  return new ExpressionError(`Node '${node}' has no branch with index ${output}.`, {
    context: { nodeCause: node, type: 'no_such_output' },
  });
}

/** Returns the error for a run that the node does not have. */
export function noSuchRun(node: string, run: number, runs: number): ExpressionError {
  return new ExpressionError(`Run ${run} of node '${node}' not found. It ran ${runs === 1 ? 'once' : `${runs} times`}, counted from 0.`, {
    context: { nodeCause: node, type: 'no_such_run', wantedRun: run },
  });
}
