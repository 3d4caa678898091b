// The notice about a missing port: it is shown only if there is no port, with a link to change that.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import type { DesktopState } from '../../../engine/contract/desktop.ts';
import '../../i18n/index.ts';
import { desktopChanged } from '../../state/desktop.ts';
import { store } from '../../state/store.ts';
import { NoPortNotice } from './no-port-notice.tsx';

const state: DesktopState = {
  update: { type: 'none' },
  theme: 'system',
  isSafeMode: false,
  isPaused: false,
  isInstalled: true,
  lacksPort: false,
  switches: { startsAtLogin: false, closesToTray: true, keepsAwake: true, pausesOnBattery: false },
};

afterEach(cleanup);

function show(lacksPort: boolean, onChoose?: () => void): void {
  store.dispatch(desktopChanged({ ...state, lacksPort }));
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Routes>
          <Route path="/" element={<NoPortNotice {...(onChoose === undefined ? {} : { onChoose })} />} />
          <Route path="/settings/this-computer" element="The port" />
        </Routes>
      </MemoryRouter>
    </Provider>,
  );
}

it('leads to the port', async () => {
  const calls: string[] = [];
  show(true, () => void calls.push('closed'));
  await userEvent.click(screen.getByRole('button', { name: 'Choose a port' }));
  await screen.findByText('The port');
  expect(calls).toEqual(['closed']);
});

it('is not shown while there is a port', () => {
  show(false);
  expect(screen.queryByText(/without a port/)).toBeNull();
});
