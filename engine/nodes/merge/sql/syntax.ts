// The syntax tree of a query. Only these nodes can reach the database.

export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null; readonly text: string }
  | { readonly kind: 'parameter'; readonly index: number }
  /** `a`, `a.b`, `a.b.c`: the resolver determines which part is a table. */
  | { readonly kind: 'column'; readonly parts: readonly string[] }
  /** `value->key`: a field of an object, or an entry of a list. */
  | { readonly kind: 'field'; readonly of: Expression; readonly key: Expression }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
      readonly escape?: Expression;
    }
  | { readonly kind: 'between'; readonly not: boolean; readonly value: Expression; readonly from: Expression; readonly to: Expression }
  | { readonly kind: 'in'; readonly not: boolean; readonly value: Expression; readonly list: readonly Expression[] | Query }
  | { readonly kind: 'isNull'; readonly not: boolean; readonly value: Expression }
  | { readonly kind: 'exists'; readonly query: Query }
  | { readonly kind: 'scalar'; readonly query: Query }
  | {
      readonly kind: 'case';
      readonly value: Expression | undefined;
      readonly branches: readonly (readonly [when: Expression, then: Expression])[];
      readonly otherwise: Expression | undefined;
    }
  | { readonly kind: 'cast'; readonly value: Expression; readonly type: string }
  | FunctionCall;

export interface FunctionCall {
  readonly kind: 'call';
  /** In upper case. */
  readonly name: string;
  readonly isDistinct: boolean;
  /** `*` for COUNT(*). */
  readonly args: readonly Expression[] | '*';
  readonly over: Window | undefined;
}

export interface Window {
  readonly partition: readonly Expression[];
  readonly order: readonly OrderTerm[];
}

export interface OrderTerm {
  readonly value: Expression;
  readonly isDescending: boolean;
  readonly nulls: 'FIRST' | 'LAST' | undefined;
}

/** One entry of a SELECT list: `*`, `table.*`, or an expression with an optional alias. */
export type SelectItem =
  | { readonly kind: 'star'; readonly table: string | undefined }
  | { readonly kind: 'value'; readonly value: Expression; readonly alias: string | undefined };

export type JoinKind = 'INNER' | 'LEFT' | 'RIGHT' | 'FULL' | 'CROSS' | 'SEMI' | 'ANTI';

export interface FromEntry {
  readonly join: JoinKind;
  readonly source: string | Query;
  readonly alias: string;
  readonly on: Expression | undefined;
  /** Columns of USING; `*` for a natural join. */
  readonly using: readonly string[] | '*' | undefined;
}

export interface Select {
  readonly isDistinct: boolean;
  readonly items: readonly SelectItem[];
  readonly from: readonly FromEntry[];
  readonly where: Expression | undefined;
  readonly groupBy: readonly Expression[];
  readonly having: Expression | undefined;
}

export interface CommonTable {
  readonly name: string;
  readonly columns: readonly string[] | undefined;
  readonly query: Query;
}

/** A SELECT or several combined ones, with the order and limits of the whole. */
export interface Query {
  readonly with: readonly CommonTable[];
  readonly isRecursive: boolean;
  readonly first: Select;
  readonly compounds: readonly { readonly operator: 'UNION' | 'UNION ALL' | 'INTERSECT' | 'EXCEPT'; readonly select: Select }[];
  readonly orderBy: readonly OrderTerm[];
  readonly limit: Expression | undefined;
  readonly offset: Expression | undefined;
}

export type Statement =
  | { readonly kind: 'query'; readonly query: Query }
  | {
      readonly kind: 'insert';
      readonly table: string;
      readonly columns: readonly string[] | undefined;
      readonly rows: readonly (readonly Expression[])[] | Query;
    }
  | {
      readonly kind: 'update';
      readonly table: string;
      readonly set: readonly (readonly [column: string, value: Expression])[];
      readonly where: Expression | undefined;
    }
  | { readonly kind: 'delete'; readonly table: string; readonly where: Expression | undefined }
  | { readonly kind: 'create'; readonly table: string; readonly columns: readonly string[] }
  | { readonly kind: 'drop'; readonly table: string };
