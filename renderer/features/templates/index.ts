// Public interface of the templates: search, template and collection, and the form of a used template.
import templates from '../../../locales/en/templates.json' with { type: 'json' };
import { addTexts } from '../../i18n/index.ts';

addTexts({ templates });

export { CollectionPage } from './collection-page.tsx';
export { TemplatePage } from './template-page.tsx';
export { TemplatesPage } from './templates-page.tsx';
