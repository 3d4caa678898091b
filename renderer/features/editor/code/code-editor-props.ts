// The props of the code editor, and the data that it suggests names from.
import type { ExpressionScope } from '../../../../engine/expression/index.ts';

export interface CodeData {
  readonly scope: () => ExpressionScope | undefined;
  /** Returns the names of the nodes that code can refer to. */
  readonly nodes: () => readonly string[];
}

export type CodeLanguage = 'javascript' | 'json' | 'html' | 'css' | 'sql' | 'python' | 'markdown';

export interface CodeEditorProps {
  /** Id of the control, for its label. */
  readonly id: string;
  readonly label: string;
  readonly language: CodeLanguage;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isReadOnly?: boolean;
  readonly isInvalid?: boolean;
  readonly describedBy?: string;
  /** Minimum number of visible lines. */
  readonly rows?: number;
  readonly onBlur?: () => void;
  /** Data for suggestions. */
  readonly data?: CodeData;
}
