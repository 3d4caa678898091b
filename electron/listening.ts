// Makes the engine listen at its port. If another program uses the port, the user chooses another one.
import { app, dialog } from 'electron';
import type { ListenOptions } from '../engine/contract/gateway.ts';
import { errorCodeOf } from '../engine/contract/errors.ts';
import type { EngineGateway } from '../engine/index.ts';
import { text } from './text.ts';

const LAST_PORT = 65_535;

/** Returns the address, or undefined if the user quits or continues without a port. */
export async function listenOrAsk(
  engine: Pick<EngineGateway, 'listen'>,
  { host, port }: ListenOptions,
): Promise<ListenOptions | undefined> {
  for (let tried = port; ; tried++) {
    try {
      return await engine.listen({ host, port: tried });
    } catch (error) {
      if (errorCodeOf(error) !== 'PORT_TAKEN' || tried >= LAST_PORT) throw error;
    }
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message: text('port.taken', { port: tried }),
      detail: text('port.detail', { next: tried + 1 }),
      buttons: [text('port.next', { next: tried + 1 }), text('port.none'), text('port.quit')],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (response === 0) continue;
    if (response === 2) app.quit();
    return undefined;
  }
}
