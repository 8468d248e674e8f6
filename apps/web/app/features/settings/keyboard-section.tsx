import { useState } from 'react';
import { areShortcutsOn, turnShortcuts } from '../../lib/shortcuts.ts';
import { Checkbox } from '../../ui/choices.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';

/** Kept on this device: it is about its keyboard. */
export function KeyboardSection() {
  const [isOn, setIsOn] = useState(areShortcutsOn);
  return (
    <SettingsSection title="Keyboard" text="Press ? on any page to see all shortcuts. Kept on this device.">
      <Checkbox
        label="Shortcuts of a single key"
        checked={isOn}
        onChange={({ target }) => {
          turnShortcuts(target.checked);
          setIsOn(target.checked);
        }}
      />
    </SettingsSection>
  );
}
