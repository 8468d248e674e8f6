import type { Profile } from '@commons/contract/profiles';
import type { QueryClient } from '@tanstack/react-query';

export const profileKeys = {
  all: ['profiles'],
  one: (memberId: string) => ['profiles', memberId] as const,
} as const;

/** Changes another member's profile wherever it is shown. */
export const changeProfile = (
  queryClient: QueryClient,
  memberId: string,
  change: (profile: Profile) => Profile | null,
): void => {
  queryClient.setQueryData<Profile | null>(profileKeys.one(memberId), (profile) => profile && change(profile));
};
