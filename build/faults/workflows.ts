// The workflows that the fault scenarios run. Each call contains a token, which each workflow sends to the effect server once.
export interface Sketch {
  /** With a dot if it is not one of the core nodes. */
  readonly type: string;
  readonly typeVersion?: number;
  readonly parameters?: object;
  /** By type. */
  readonly credentials?: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
}

const settings = { executionOrder: 'v1', saveDataSuccessExecution: 'all', saveDataErrorExecution: 'all' };

/** A workflow of nodes in a row, each connected to the next. */
export function row(name: string, nodes: Readonly<Record<string, Sketch>>): object {
  const names = Object.keys(nodes);
  const targets = names.slice(1);
  return {
    name,
    settings,
    nodes: Object.entries(nodes).map(([node, { type, typeVersion = 1, parameters = {}, credentials = {} }], index) => ({
      id: node,
      name: node,
      type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
      typeVersion,
      position: [index * 200, 0],
      parameters,
      credentials,
      webhookId: `${name}-${node}`,
    })),
    connections: Object.fromEntries(targets.map((target, index) => [names[index], { main: [[{ node: target, type: 'main', index: 0 }]] }])),
  };
}

export const webhook = (path: string, responseMode: 'onReceived' | 'lastNode' = 'onReceived'): Sketch => ({
  type: 'webhook',
  typeVersion: 2,
  parameters: { path, httpMethod: 'POST', responseMode, options: {} },
});

/** Calls the effect server with the token of the item. */
export const effect = (url: string, token = '$json.body.token'): Sketch => ({
  type: 'httpRequest',
  typeVersion: 4.2,
  parameters: { method: 'POST', url: `=${url}?token={{ ${token} }}`, options: {} },
});

export const pause = (seconds: number): Sketch => ({
  type: 'wait',
  typeVersion: 1.1,
  parameters: { resume: 'timeInterval', amount: seconds, unit: 'seconds' },
});

export const untilCalled: Sketch = {
  type: 'wait',
  typeVersion: 1.1,
  parameters: { resume: 'webhook', httpMethod: 'POST', responseMode: 'onReceived', options: {} },
};

export const call = (workflowId: string): Sketch => ({
  type: 'executeWorkflow',
  typeVersion: 1.2,
  parameters: { workflowId: { __rl: true, mode: 'id', value: workflowId }, mode: 'once', options: {} },
});

export const called: Sketch = { type: 'executeWorkflowTrigger', typeVersion: 1.1, parameters: { inputSource: 'passthrough' } };

export const setField = (name: string, value: string): Sketch => ({
  type: 'set',
  typeVersion: 3.4,
  parameters: { assignments: { assignments: [{ id: name, name, value, type: 'string' }] }, includeOtherFields: true, options: {} },
});
