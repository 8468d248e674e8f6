import { feedErrors } from '@commons/contract/feed';
import { errorsOf } from '../../platform/errors.ts';

export const feedError = errorsOf(feedErrors);
