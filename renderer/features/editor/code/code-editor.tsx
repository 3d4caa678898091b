// The code editor: Monaco, or a plain text area of the same size until Monaco is loaded.
import './code.css';
import { Component, lazy, Suspense, type CSSProperties, type ReactNode } from 'react';
import type { CodeEditorProps } from './code-editor-props.ts';

const MonacoField = lazy(async () => ({ default: (await import('./monaco-field.tsx')).MonacoField }));

/** Height of a line in pixels. */
const LINE = 19;

export function CodeEditor(props: CodeEditorProps): ReactNode {
  const { rows = 5, isInvalid = false } = props;
  return (
    <div className="code-editor" data-invalid={isInvalid} style={{ '--code-height': `${rows * LINE + 12}px` } as CSSProperties}>
      <OrPlain field={<PlainField {...props} />}>
        <Suspense fallback={<PlainField {...props} />}>
          <MonacoField {...props} />
        </Suspense>
      </OrPlain>
    </div>
  );
}

interface OrPlainProps {
  readonly field: ReactNode;
  readonly children: ReactNode;
}

/** If Monaco cannot be loaded, the text area stays. */
class OrPlain extends Component<OrPlainProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };
  static getDerivedStateFromError(): { readonly isBroken: boolean } {
    return { isBroken: true };
  }
  override render(): ReactNode {
    return this.state.isBroken ? this.props.field : this.props.children;
  }
}

function PlainField({ id, label, value, onChange, isReadOnly, isInvalid, describedBy, onBlur }: CodeEditorProps): ReactNode {
  return (
    <textarea
      id={id}
      className="code-plain"
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      readOnly={isReadOnly}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
}
