// The page of a core node, for each of its versions.
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { editorApi } from '../../api/editor.ts';
import { shapeServing } from '../../../engine/workflow/node-type.ts';
import { nodeOfHelpPath } from '../../lib/help-pages.ts';
import { storeHandedOver } from '../../state/handed-over.ts';
import { Select } from '../../ui/fields/select.tsx';
import { NotFoundPage } from '../../ui/not-found.tsx';
import { Waiting } from '../../ui/page.tsx';
import { HelpFrame } from './help-frame.tsx';
import type { HelpPageProps } from './help-page.tsx';
import { useAnchor } from './help-text.tsx';
import { NodeArticle, useNodeContent } from './node-docs.tsx';
import { exampleWorkflow } from './node-text.ts';

export function NodeHelpPage({ shortcuts }: HelpPageProps): ReactNode {
  const { t } = useTranslation('help');
  const { type = '' } = useParams();
  const navigate = useNavigate();
  const { data } = editorApi.useNodeTypesQuery();
  const [chosen, setChosen] = useState<{ readonly type: string; readonly version: number }>();
  const shapes = useMemo(
    () => (data ?? []).filter(({ name, documentationUrl }) => name === type && nodeOfHelpPath(documentationUrl) === type),
    [data, type],
  );
  const version = chosen?.type === type ? chosen.version : (shapes[0]?.defaultVersion ?? 1);
  const description = shapeServing(shapes, (shape) => shape.version, version);
  const content = useNodeContent(description, version);
  useAnchor(content?.before ?? '');
  if (data !== undefined && description === undefined) return <NotFoundPage />;
  const versions = shapes.flatMap((shape) => shape.version).toSorted((one, other) => other - one);
  const title = description?.displayName ?? '';
  const open = (example: string): void => {
    const workflow = exampleWorkflow(example, t('exampleOf', { name: title }));
    void navigate('/workflow', { state: storeHandedOver({ type: 'workflow', workflow }) });
  };
  const versionSelect =
    versions.length < 2 ? null : (
      <Select
        label={t('version')}
        isLabelHidden
        value={String(version)}
        options={versions.map((each) => ({ value: String(each), label: t('versionNumber', { version: each }) }))}
        onChange={(value) => setChosen({ type, version: Number(value) })}
      />
    );
  return (
    <HelpFrame title={title} actions={versionSelect} headings={content?.headings ?? []} shortcuts={shortcuts}>
      {content === undefined ? <Waiting /> : <NodeArticle content={content} add={{ label: t('openExample'), onAdd: open }} />}
    </HelpFrame>
  );
}
