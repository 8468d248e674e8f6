import type { Audience } from '@commons/contract/profiles/schemas';
import { Select } from '../../ui/choices.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { LoadedSettings, SettingsRows } from '../../ui/settings-section.tsx';
import { useSettings } from './settings.api.ts';

const audiences: readonly { value: Audience; label: string }[] = [
  { value: 'members', label: 'All members' },
  { value: 'connections', label: 'My connections' },
  { value: 'nobody', label: 'Only me' },
];

const audienceSettings: readonly { name: 'emailAudience' | 'locationAudience' | 'socialsAudience'; label: string }[] = [
  { name: 'emailAudience', label: 'Email' },
  { name: 'locationAudience', label: 'Location' },
  { name: 'socialsAudience', label: 'Social media' },
];

/** Settings for the visibility of profile fields. Each change is saved at once. */
export function VisibilitySection() {
  const { query, choose } = useSettings();
  return (
    <LoadedSettings
      title="Profile visibility"
      text="Members of the community can see the rest of your profile. The public never does."
      query={query}
      loading={<Skeleton className="-mb-3 h-51 rounded-control" />}
    >
      {(settings) => (
        <SettingsRows>
          {audienceSettings.map(({ name, label }) => (
            <Select
              key={name}
              label={label}
              options={audiences}
              value={settings[name]}
              onChange={(event) => choose({ [name]: event.target.value as Audience })}
            />
          ))}
        </SettingsRows>
      )}
    </LoadedSettings>
  );
}
