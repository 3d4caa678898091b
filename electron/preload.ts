// The only code that connects the editor's pages with the application: a handful of functions, in a sandboxed and isolated context.
import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron';
import {
  channels,
  type BackupOutcome,
  type BridgeRequest,
  type ChosenFile,
  type ComputerChange,
  type DesktopBridge,
  type DesktopState,
  type PushMessage,
  type RestoreOutcome,
  type ShellCommand,
  type ThisComputer,
} from '../engine/contract/desktop.ts';
import type { EngineResponse, PushSession } from '../engine/contract/gateway.ts';
import { version } from '../package.json';

const bridge: DesktopBridge = {
  appInfo: { version, platform: process.platform },
  request: (request: BridgeRequest) => ipcRenderer.invoke(channels.request, request) as Promise<EngineResponse>,
  onPush: (session: PushSession, listener) => {
    const receive = (_event: IpcRendererEvent, sessionId: string, message: PushMessage): void => {
      if (sessionId === session.id) listener(message);
    };
    ipcRenderer.on(channels.push, receive);
    ipcRenderer.send(channels.subscribe, session);
    return () => {
      ipcRenderer.off(channels.push, receive);
      ipcRenderer.send(channels.unsubscribe, session.id);
    };
  },
  thisComputer: () => ipcRenderer.invoke(channels.thisComputer) as Promise<ThisComputer>,
  changeThisComputer: (changes) => ipcRenderer.invoke(channels.changeThisComputer, changes) as Promise<ComputerChange>,
  onCommand: (listener) => {
    const receive = (_event: IpcRendererEvent, command: ShellCommand): void => listener(command);
    ipcRenderer.on(channels.command, receive);
    ipcRenderer.send(channels.listen);
    return () => void ipcRenderer.off(channels.command, receive);
  },
  offerCommands: (ids) => ipcRenderer.send(channels.offer, ids),
  onState: (listener) => {
    const receive = (_event: IpcRendererEvent, state: DesktopState): void => listener(state);
    ipcRenderer.on(channels.state, receive);
    ipcRenderer.send(channels.watch);
    return () => void ipcRenderer.off(channels.state, receive);
  },
  chooseFile: () => ipcRenderer.invoke(channels.chooseFile) as Promise<ChosenFile | null>,
  saveFile: (file) => ipcRenderer.invoke(channels.saveFile, file) as Promise<boolean>,
  openDropped: (files) =>
    ipcRenderer.send(
      channels.dropped,
      files.map((file) => webUtils.getPathForFile(file as File)),
    ),
  backUp: (passphrase) => ipcRenderer.invoke(channels.backUp, passphrase) as Promise<BackupOutcome>,
  chooseBackup: () => ipcRenderer.invoke(channels.chooseBackup) as Promise<string | null>,
  restore: (passphrase) => ipcRenderer.invoke(channels.restore, passphrase) as Promise<RestoreOutcome>,
  act: (action) => ipcRenderer.invoke(channels.act, action) as Promise<void>,
};

contextBridge.exposeInMainWorld('millrace', bridge);
