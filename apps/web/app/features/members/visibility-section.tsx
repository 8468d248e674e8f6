import type { Audience } from '@commons/contract/profiles/schemas';
import { Select } from '../../ui/choices.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { LoadedSettings } from '../../ui/settings-section.tsx';
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

const rowClass = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4';

/** Settings for the visibility of profile fields. Each change is saved at once. */
export function VisibilitySection() {
  const { query, choose } = useSettings();
  return (
    <LoadedSettings
      title="Profile visibility"
      text="Members of the community can see the rest of your profile. The public never does."
      query={query}
      loading={
        <div className={rowClass}>
          {audienceSettings.map(({ name }) => (
            <Skeleton key={name} className="h-18 rounded-control" />
          ))}
        </div>
      }
    >
      {(settings) => (
        <div className={rowClass}>
          {audienceSettings.map(({ name, label }) => (
            <Select
              key={name}
              label={label}
              options={audiences}
              value={settings[name]}
              onChange={(event) => choose({ [name]: event.target.value as Audience })}
            />
          ))}
        </div>
      )}
    </LoadedSettings>
  );
}
