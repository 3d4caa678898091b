// Follows the desktop application: shows screens, and opens what it hands over in a new workflow.
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { keepHandedOver } from '../state/handed-over.ts';
import { bridge } from '../transport/bridge.ts';

export function useDesktopCommands(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      bridge?.onCommand((command) => {
        if (command.type === 'show') void navigate(command.path);
        else if (command.type !== 'run') void navigate('/workflow', { state: keepHandedOver(command) });
      }),
    [navigate],
  );
}
