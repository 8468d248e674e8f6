import { messageErrors } from '@commons/contract/messages';
import { errorsOf } from '../../platform/errors.ts';

export const messageError = errorsOf(messageErrors);
