// Public interface of variables: their page.
import variables from '../../../locales/en/variables.json' with { type: 'json' };
import { addTexts } from '../../i18n/index.ts';

addTexts({ variables });

export { VariablesPage } from './variables-page.tsx';
