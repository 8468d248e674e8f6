import type { Audience } from '@commons/contract/profiles';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/choices.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { settingsQuery, useUpdateSettings } from './settings.api.ts';

const audiences: readonly { value: Audience; label: string }[] = [
  { value: 'members', label: 'All members' },
  { value: 'connections', label: 'My connections' },
  { value: 'nobody', label: 'Nobody but me' },
];

const settings: readonly { name: 'emailAudience' | 'locationAudience' | 'socialsAudience'; label: string }[] = [
  { name: 'emailAudience', label: 'Email' },
  { name: 'locationAudience', label: 'Location' },
  { name: 'socialsAudience', label: 'Social media' },
];

/** Who sees which part of the profile. Each choice is kept as soon as it is made. */
export function VisibilitySection() {
  const update = useUpdateSettings();
  return (
    <Card as="section" aria-labelledby="visibility-title">
      <h2 id="visibility-title" className="text-lg">
        Who sees what on your profile
      </h2>
      <p className="mt-1 text-sm text-muted">
        The rest of your profile is for members of the community, and never for the public.
      </p>
      <Loaded
        query={useQuery(settingsQuery)}
        loading={
          <div className="mt-4 grid gap-4 sm:grid-cols-3">
            {settings.map(({ name }) => (
              <Skeleton key={name} className="h-18 rounded-control" />
            ))}
          </div>
        }
        failure={{ variant: 'banner', text: 'Your settings could not be loaded.', className: 'mt-4' }}
      >
        {(chosen) => (
          <div className="mt-4 grid gap-4 sm:grid-cols-3">
            {settings.map(({ name, label }) => (
              <Select
                key={name}
                label={label}
                options={audiences}
                value={chosen[name]}
                onChange={(event) => update.mutate({ [name]: event.target.value as Audience })}
              />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
