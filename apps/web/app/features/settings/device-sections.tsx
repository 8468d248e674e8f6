import { textSizes } from '@commons/contract/members';
import type { Settings } from '@commons/contract/profiles/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveAppearance } from '../../lib/appearance.ts';
import { useIsHydrated } from '../../lib/hydration.ts';
import { areShortcutsEnabled, setShortcutsEnabled } from '../../lib/shortcuts.ts';
import { Checkbox, RadioGroup, Select } from '../../ui/choices.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { LoadedSettings, SettingsRows, SettingsSection } from '../../ui/settings-section.tsx';
import { viewerQuery } from '../auth/index.ts';
import { useSettings } from '../members/index.ts';

const themes: readonly { value: Settings['theme']; label: string }[] = [
  { value: 'system', label: 'Same as my device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];
const sizes = textSizes.map((size) => ({ value: String(size), label: `${size}%` }));

/** Appearance settings. Applied at once, on this device even if saving fails. */
export function AppearanceSection() {
  const queryClient = useQueryClient();
  const { query, choose } = useSettings();
  return (
    <LoadedSettings
      title="Appearance"
      text="Saved on this device, and in your account for the next one."
      query={query}
      loading={<Skeleton className="h-64 rounded-control" />}
    >
      {(settings) => {
        const change = (changes: Partial<Pick<Settings, 'theme' | 'motion' | 'textSize'>>) => {
          saveAppearance({ ...settings, ...changes });
          // Updates the viewer data too, because features that start later apply the account's settings.
          queryClient.setQueryData(viewerQuery.queryKey, (viewer) => viewer && { ...viewer, ...changes });
          choose(changes);
        };
        return (
          <SettingsRows>
            {/* Lays the options out in one line where there is room. */}
            <div className="sm:[&_fieldset>div]:flex-row sm:[&_fieldset>div]:gap-x-8">
              <RadioGroup
                label="Light or dark"
                options={themes}
                value={settings.theme}
                onChange={(theme) => change({ theme })}
              />
            </div>
            <Select
              label="Text size"
              options={sizes}
              value={String(settings.textSize)}
              onChange={({ target }) => change({ textSize: Number(target.value) as Settings['textSize'] })}
            />
            <Checkbox
              label="Reduce motion"
              checked={settings.motion === 'reduced'}
              onChange={({ target }) => change({ motion: target.checked ? 'reduced' : 'system' })}
            />
          </SettingsRows>
        );
      }}
    </LoadedSettings>
  );
}

/** Keyboard settings. Stored on this device, because keyboards differ. */
export function KeyboardSection() {
  const [chosen, setChosen] = useState<boolean>();
  // The server does not know this device.
  const stored = !useIsHydrated() || areShortcutsEnabled();
  return (
    <SettingsSection title="Keyboard" text="Press ? on any page to see all shortcuts. Saved on this device.">
      <SettingsRows>
        <Checkbox
          label="Single-key shortcuts"
          checked={chosen ?? stored}
          onChange={({ target }) => {
            setShortcutsEnabled(target.checked);
            setChosen(target.checked);
          }}
        />
      </SettingsRows>
    </SettingsSection>
  );
}
