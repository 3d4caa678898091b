// The data that the code editor suggests names from.
import type { ExpressionScope } from '../../../../engine/expression/index.ts';

export interface CodeData {
  readonly scope: () => ExpressionScope | undefined;
  /** Returns the names of the nodes that code can refer to. */
  readonly nodes: () => readonly string[];
}
