// A collection: its templates, with a button to use each.
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { LoadingTemplates, TemplatesFailure } from './loading-templates.tsx';
import { Markdown } from './markdown.tsx';
import { NodeIcons } from './node-icons.tsx';
import { TemplateCard } from './template-card.tsx';
import { useLoaded, useTemplateSource } from './use-source.ts';
import './templates.css';

export function CollectionPage(): ReactNode {
  const { t } = useTranslation('templates');
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const source = useTemplateSource();
  const { data: collection, failure, retry } = useLoaded(useCallback((signal: AbortSignal) => source.collection(id, signal), [source, id]));
  if (failure?.status === 404) return <EmptyState title={t('collectionMissing')}>{t('missingHint')}</EmptyState>;
  return (
    <Page title={collection?.name ?? t('collection')}>
      {failure === undefined ? null : <TemplatesFailure failure={failure} retry={retry} />}
      {collection === undefined && failure === undefined ? <LoadingTemplates /> : null}
      {collection === undefined ? null : (
        <div className="template-body">
          <div className="template-results">
            <Markdown text={collection.description} />
            {collection.workflows.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                action={
                  <Button
                    size="small"
                    aria-label={t('useNamed', { name: template.name })}
                    onClick={() => void navigate(`/workflows/templates/${template.id}`)}
                  >
                    {t('useShort')}
                  </Button>
                }
              />
            ))}
          </div>
          <dl className="template-details">
            <dt>{t('apps')}</dt>
            <dd>
              <NodeIcons nodes={collection.nodes} limit={collection.nodes.length} />
            </dd>
          </dl>
        </div>
      )}
    </Page>
  );
}
