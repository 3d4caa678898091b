// Sample workflows: everything a canvas can show, and a workflow that can be activated and run.
const core = 'n8n-nodes-base.';

/** Contains an issue, a disabled node, pinned data, a loop, and a note. */
export const seenWorkflow = {
  name: 'Seen',
  nodes: [
    { id: 'start', name: 'Start', type: `${core}manualTrigger`, typeVersion: 1, position: [0, 0], parameters: {} },
    { id: 'each', name: 'Each', type: `${core}splitInBatches`, typeVersion: 3, position: [220, 0], parameters: {} },
    { id: 'ask', name: 'Ask', type: `${core}httpRequest`, typeVersion: 4.2, position: [440, 120], parameters: { url: '' } },
    { id: 'off', name: 'Off', type: `${core}noOp`, typeVersion: 1, position: [440, -80], disabled: true, parameters: {} },
    { id: 'set', name: 'Set', type: `${core}set`, typeVersion: 3.4, position: [660, -80], parameters: {} },
    {
      id: 'note',
      name: 'Note',
      type: `${core}stickyNote`,
      typeVersion: 1,
      position: [0, 260],
      parameters: { content: '## Read me\n- one' },
    },
  ],
  connections: {
    Start: { main: [[{ node: 'Each', type: 'main', index: 0 }]] },
    Each: { main: [[{ node: 'Off', type: 'main', index: 0 }], [{ node: 'Ask', type: 'main', index: 0 }]] },
    Ask: { main: [[{ node: 'Each', type: 'main', index: 0 }]] },
    Off: { main: [[{ node: 'Set', type: 'main', index: 0 }]] },
  },
  pinData: { Set: [{ json: { total: 7 } }] },
} as const;

/** A workflow that stores its manual runs. */
export const savedWorkflow = {
  name: 'Kept',
  nodes: [
    { id: 'start', name: 'Start', type: `${core}manualTrigger`, typeVersion: 1, position: [0, 0], parameters: {} },
    {
      id: 'hook',
      name: 'Hook',
      type: `${core}webhook`,
      typeVersion: 2,
      position: [0, 200],
      webhookId: 'kept-hook',
      parameters: { path: 'kept', options: {} },
    },
    { id: 'pass', name: 'Pass', type: `${core}noOp`, typeVersion: 1, position: [220, 0], parameters: {} },
  ],
  connections: { Start: { main: [[{ node: 'Pass', type: 'main', index: 0 }]] } },
  settings: { saveManualExecutions: true },
} as const;
