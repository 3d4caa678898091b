// The documentation of a node: what it does, an example to copy, and its parameters.
import { Plus } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref } from 'react-router-dom';
import type { NodeDescription } from '../../../engine/workflow/node-type.ts';
import { nodeHelpPath } from '../../lib/help-pages.ts';
import { Button, OutsideLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Waiting } from '../../ui/page.tsx';
import { loadNodeText } from './help-files.ts';
import type { HelpHeading } from './help-html.ts';
import { HelpText, useHelpHtml, type HelpTextProps } from './help-text.tsx';
import { nodeReference } from './node-reference.ts';
import { nodeText } from './node-text.ts';

export interface NodeContent {
  readonly before: string;
  readonly example: string | undefined;
  readonly after: string;
  readonly headings: readonly HelpHeading[];
}

/** Returns the documentation of a version of a node as HTML; undefined while it is loading. */
export function useNodeContent(description: NodeDescription | undefined, version: number): NodeContent | undefined {
  const { t } = useTranslation('help');
  const type = description?.name;
  const [loaded, setLoaded] = useState<{ readonly type: string; readonly text: string }>();
  useEffect(() => {
    let isCurrent = true;
    if (type !== undefined)
      void loadNodeText(type).then((text = '') => {
        if (isCurrent) setLoaded({ type, text });
      });
    return () => {
      isCurrent = false;
    };
  }, [type]);
  const parts = loaded === undefined ? undefined : nodeText(loaded.text);
  const before = useHelpHtml(parts?.before);
  const after = useHelpHtml(
    parts === undefined || description === undefined
      ? undefined
      : `${parts.after}\n\n${nodeReference(description, version, (key, values = {}) => t(key, values))}`,
  );
  if (parts === undefined || loaded?.type !== type) return undefined;
  return {
    before: before.html,
    example: parts.example,
    after: after.html,
    headings: [...before.headings, ...after.headings],
  };
}

interface NodeArticleProps extends Omit<HelpTextProps, 'html'> {
  readonly content: NodeContent;
  /** Label and action of a second button beside the copy button. Default: no second button. */
  readonly add?: { readonly label: string; readonly onAdd: (example: string) => void };
}

export function NodeArticle({ content, add, ...links }: NodeArticleProps): ReactNode {
  const { t } = useTranslation('help');
  const { before, example, after } = content;
  return (
    <>
      <HelpText html={before} {...links} />
      {example === undefined ? null : (
        <div className="help-example">
          <div className="help-example-actions">
            <CopyButton text={example} label={t('copyExample')} isSmall />
            {add === undefined ? null : (
              <Button size="small" onClick={() => add.onAdd(example)}>
                <Icon of={Plus} size={14} />
                {add.label}
              </Button>
            )}
          </div>
          <pre tabIndex={0} aria-label={t('example')}>
            {example}
          </pre>
        </div>
      )}
      <HelpText html={after} {...links} />
    </>
  );
}

export interface NodeDocsProps {
  readonly description: NodeDescription;
  readonly version: number;
  /** Adds the example to the canvas; absent if the workflow cannot be changed. */
  readonly onAdd?: (example: string) => void;
}

/** Shown beside the editor. */
export function NodeDocs({ description, version, onAdd }: NodeDocsProps): ReactNode {
  const { t } = useTranslation('help');
  const content = useNodeContent(description, version);
  const url = useHref(nodeHelpPath(description.name));
  if (content === undefined) return <Waiting />;
  return (
    <div className="node-docs">
      <OutsideLink to={url}>{t('ownWindow')}</OutsideLink>
      <NodeArticle content={content} opensWindows {...(onAdd === undefined ? {} : { add: { label: t('addToCanvas'), onAdd } })} />
    </div>
  );
}
