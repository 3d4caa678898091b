// A template in a list: its name, the apps that it uses, and when it was made.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { TemplateSummary } from '../../../engine/contract/rest/templates.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { NodeIcons } from './node-icons.tsx';

/** Number of icons per card. */
const ICONS = 5;

interface TemplateCardProps {
  readonly template: TemplateSummary;
  /** Shown beside the name, such as a button. */
  readonly action?: ReactNode;
}

export function TemplateCard({ template, action }: TemplateCardProps): ReactNode {
  const { t } = useTranslation('templates');
  const { id, name, nodes, createdAt, user, totalViews } = template;
  return (
    <article className="template-card">
      <div className="template-card-texts">
        <Link to={`/templates/${id}`} className="template-card-name">
          {name}
        </Link>
        <p className="quiet-text">
          {user === undefined ? null : `${t('by', { name: user.username })} · `}
          <RelativeTime at={createdAt} />
          {totalViews > 0 ? ` · ${t('views', { count: totalViews })}` : null}
        </p>
      </div>
      <NodeIcons nodes={nodes} limit={ICONS} />
      {action}
    </article>
  );
}
