// Data whose names are offered while code is written.
import type { ExpressionScope } from '../../../../engine/expression/index.ts';

export interface CodeData {
  readonly scope: () => ExpressionScope | undefined;
  /** Names of the nodes that may be asked for. */
  readonly nodes: () => readonly string[];
}
