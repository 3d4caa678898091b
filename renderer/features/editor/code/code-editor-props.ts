// What the code editor is given.
import type { CodeData } from './code-data.ts';

export type CodeLanguage = 'javascript' | 'json' | 'html' | 'css' | 'sql' | 'python' | 'markdown';

export interface CodeEditorProps {
  /** Id of the control, which a label may name. */
  readonly id: string;
  readonly label: string;
  readonly language: CodeLanguage;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isReadOnly?: boolean;
  readonly isInvalid?: boolean;
  readonly describedBy?: string;
  /** Lines that are seen at least. */
  readonly rows?: number;
  readonly onBlur?: () => void;
  /** Data whose names are offered while code is written. */
  readonly data?: CodeData;
}
