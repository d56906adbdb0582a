// `likewise/errors`: every error that the library throws on purpose.

export {
  BadRecord,
  DuplicateId,
  EmptySet,
  IndexInUse,
  IndexMismatch,
  InvalidArtifact,
  InvalidOption,
  InvalidValue,
  LengthMismatch,
  LikewiseError,
  MemoryTooSmall,
  MissingPackage,
  RunInUse,
  RunMismatch,
  SignatureMismatch,
  SparkFailed,
  TooLarge,
  UnreadableInput,
  UnwritableOutput,
  ZeroVector,
} from '../model/errors.js'
