// Workflows for journeys: nodes in a row with the given properties.

/** A core node, `x` pixels to the right; its name is its id. */
export const node = (name: string, type: string, typeVersion: number, x: number, parameters: object = {}) => ({
  id: name,
  name,
  type: `n8n-nodes-base.${type}`,
  typeVersion,
  position: [x, 0],
  parameters,
});

/** A connection from the first output to the first input of another node. */
export const to = (target: string) => ({ main: [[{ node: target, type: 'main', index: 0 }]] });
