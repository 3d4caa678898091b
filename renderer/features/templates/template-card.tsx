// A template in a list: its name, the apps that it uses, and when it was made.
import { Fragment, type ReactNode } from 'react';
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
  const details = [
    ...(user === undefined ? [] : [t('by', { name: user.username })]),
    ...(createdAt === '' ? [] : [<RelativeTime key="time" at={createdAt} />]),
    ...(totalViews > 0 ? [t('views', { count: totalViews })] : []),
  ];
  return (
    <article className="template-card">
      <div className="template-card-texts">
        <Link to={`/templates/${id}`} className="template-card-name">
          {name}
        </Link>
        <p className="quiet-text">
          {details.map((detail, index) => (
            <Fragment key={index}>
              {index === 0 ? null : ' · '}
              {detail}
            </Fragment>
          ))}
        </p>
      </div>
      <NodeIcons nodes={nodes} limit={ICONS} />
      {action}
    </article>
  );
}
