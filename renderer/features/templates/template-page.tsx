// One template: a live preview, its description, and what it uses.
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { Template } from '../../../engine/contract/rest/templates.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Tag } from '../../ui/tag.tsx';
import { LoadingTemplates, TemplatesFailure } from './loading-templates.tsx';
import { Markdown } from './markdown.tsx';
import { NodeIcons } from './node-icons.tsx';
import { useLoaded, useTemplateSource } from './use-source.ts';
import { WorkflowPreview } from './workflow-preview.tsx';
import './templates.css';

export function TemplatePage(): ReactNode {
  const { t } = useTranslation('templates');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const source = useTemplateSource();
  const { data: template, failure, retry } = useLoaded(useCallback((signal: AbortSignal) => source.template(id, signal), [source, id]));
  if (failure?.status === 404) return <EmptyState title={t('templateMissing')}>{t('missingHint')}</EmptyState>;
  const use = (
    <Button kind="primary" disabled={template === undefined} onClick={() => void navigate(`/workflows/templates/${id}`)}>
      {t('use')}
    </Button>
  );
  return (
    <Page title={template?.name ?? t('template')} actions={use}>
      {failure === undefined ? null : <TemplatesFailure failure={failure} retry={retry} />}
      {template === undefined && failure === undefined ? <LoadingTemplates /> : null}
      {template === undefined ? null : <TemplateBody template={template} />}
    </Page>
  );
}

function TemplateBody({ template }: { readonly template: Template }): ReactNode {
  return (
    <>
      <WorkflowPreview workflow={template.workflow} />
      <div className="template-body">
        <Markdown text={template.description} />
        <TemplateDetails template={template} />
      </div>
    </>
  );
}

function TemplateDetails({ template }: { readonly template: Template }): ReactNode {
  const { t } = useTranslation('templates');
  const { t: common } = useTranslation();
  const { nodes, categories, createdAt, user, totalViews } = template;
  return (
    <dl className="template-details">
      <dt>{t('apps')}</dt>
      <dd>
        <NodeIcons nodes={nodes} limit={nodes.length} />
      </dd>
      {categories.length === 0 ? null : (
        <>
          <dt>{t('categories')}</dt>
          <dd className="row">
            {categories.map(({ id, name }) => (
              <Tag key={id}>{name}</Tag>
            ))}
          </dd>
        </>
      )}
      {createdAt === '' ? null : (
        <>
          <dt>{t('created')}</dt>
          <dd>
            <RelativeTime at={createdAt} />
          </dd>
        </>
      )}
      <dt>{t('author')}</dt>
      <dd>{user?.username ?? t('team', { product: common('product') })}</dd>
      {totalViews > 0 ? (
        <>
          <dt>{t('viewed')}</dt>
          <dd>{t('views', { count: totalViews })}</dd>
        </>
      ) : null}
    </dl>
  );
}
