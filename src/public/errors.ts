// `likewise/errors`: every error that the library throws on purpose.

export {
  BadRecord,
  DuplicateId,
  EmptySet,
  InvalidArtefact,
  InvalidOption,
  InvalidValue,
  LengthMismatch,
  LikewiseError,
  MemoryTooSmall,
  RunInUse,
  RunMismatch,
  SignatureMismatch,
  TooLarge,
  UnreadableInput,
  UnwritableOutput,
  ZeroVector,
} from '../model/errors.js'
