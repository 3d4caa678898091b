// Facts about functions of the engine's other rooms (expression, binary, sandbox, execution). See node-adapters.ts for how to add one.
import { lazy, type Adapters } from './adapter.ts';

export const roomAdapters: Adapters = {
  extend: lazy(
    // The front door registers the transformation functions.
    async () => ({
      ...(await import('../../../engine/expression/index.ts')),
      ...(await import('../../../engine/expression/guard/members.ts')),
    }),
    ({ extend }) => extend,
  ),
  binaryToBuffer: lazy(
    () => import('../../../engine/sandbox/worker-helpers.ts'),
    ({ binaryToBuffer }) => binaryToBuffer,
  ),
  copyInputItems: lazy(
    () => import('../../../engine/sandbox/worker-helpers.ts'),
    ({ copyInputItems }) => copyInputItems,
  ),
  splitExpression: lazy(
    () => import('../../../engine/expression/index.ts'),
    ({ splitExpression }) => splitExpression,
  ),
  isSafeObjectProperty: lazy(
    () => import('../../../engine/expression/guard/names.ts'),
    ({ isSuspectName, isAbsentName }) =>
      (name: string) =>
        !isSuspectName(name) && !isAbsentName(name),
  ),
};
