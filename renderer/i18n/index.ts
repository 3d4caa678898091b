// Sets up i18next over locales/<language>. English is bundled: here the texts of the first screen; others are added by the parts of the editor that
// are loaded later. Other languages would be loaded.
import i18next, { type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import account from '../../locales/en/account.json' with { type: 'json' };
import canvas from '../../locales/en/canvas.json' with { type: 'json' };
import common from '../../locales/en/common.json' with { type: 'json' };
import creator from '../../locales/en/creator.json' with { type: 'json' };
import data from '../../locales/en/data.json' with { type: 'json' };
import editor from '../../locales/en/editor.json' with { type: 'json' };
import executions from '../../locales/en/executions.json' with { type: 'json' };
import nodeView from '../../locales/en/nodeView.json' with { type: 'json' };
import packages from '../../locales/en/packages.json' with { type: 'json' };
import surveys from '../../locales/en/surveys.json' with { type: 'json' };
import vault from '../../locales/en/vault.json' with { type: 'json' };
import workflows from '../../locales/en/workflows.json' with { type: 'json' };

export const i18n: I18n = i18next.createInstance();

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'common',
  resources: {
    en: {
      canvas,
      account,
      common,
      creator,
      data,
      editor,
      executions,
      nodeView,
      packages,
      surveys,
      vault,
      workflows,
    },
  },
  interpolation: { escapeValue: false, prefix: '{', suffix: '}' },
});

/** Adds the English texts of a part of the editor, by area. Called by the file through which the part is loaded. */
export function addTexts(areas: Readonly<Record<string, object>>): void {
  for (const [area, texts] of Object.entries(areas)) i18n.addResourceBundle('en', area, texts);
}
