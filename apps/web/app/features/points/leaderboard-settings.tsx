import { useQueryClient } from '@tanstack/react-query';
import { Checkbox } from '../../ui/choices.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { SettingsRows, SettingsSection } from '../../ui/settings-section.tsx';
import { useSettings } from '../members/index.ts';
import { pointsKeys } from './points.api.ts';

/** Checkbox for the member's presence on the leaderboard. Saved at once. */
export function LeaderboardCheckbox() {
  const queryClient = useQueryClient();
  const { query, choose } = useSettings();
  return (
    <Loaded
      query={query}
      loading={<Skeleton className="h-6 w-56 max-w-full" />}
      failure={{ variant: 'line', text: 'Your choice could not be loaded.' }}
    >
      {({ showsOnLeaderboard }) => (
        <Checkbox
          label="Show me on the leaderboard"
          checked={showsOnLeaderboard}
          onChange={({ target }) =>
            choose(
              { showsOnLeaderboard: target.checked },
              { onSuccess: () => void queryClient.invalidateQueries({ queryKey: pointsKeys.leaderboards }) },
            )
          }
        />
      )}
    </Loaded>
  );
}

export const LeaderboardSettings = () => (
  <SettingsSection title="Leaderboard" text="You earn points either way. You can leave and come back at any time.">
    <SettingsRows>
      <LeaderboardCheckbox />
    </SettingsRows>
  </SettingsSection>
);
