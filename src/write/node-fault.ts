/// <reference types="node" />
import { LikewiseError, UnwritableOutput } from '../model/errors.js'

/** What the system says about a file that cannot be written, with the mend; other errors as they are. */
export function writeFault(path: string, error: unknown): unknown {
  if (error instanceof LikewiseError) return error
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new UnwritableOutput(path, 'its folder does not exist', 'make the folder first')
    case 'ENOTDIR':
      return new UnwritableOutput(path, 'a part of its path is no folder', 'check the path')
    case 'EISDIR':
      return new UnwritableOutput(path, 'it is a folder', 'name a file in it')
    case 'EACCES':
    case 'EPERM':
      return new UnwritableOutput(path, 'its folder may not be written', 'name a file in another folder')
    case 'EROFS':
      return new UnwritableOutput(path, 'its folder is on a read-only disk', 'name a file in another folder')
    case 'ENOSPC':
    case 'EDQUOT':
      return new UnwritableOutput(
        path,
        'no space is left on its disk',
        'free some, or name a file on another disk',
      )
    case 'EFBIG':
      return new UnwritableOutput(path, 'it is too large for its disk', 'name a file on another disk')
    case 'ENAMETOOLONG':
      return new UnwritableOutput(path, 'its name is too long', 'give it a shorter one')
    case 'EIO':
      return new UnwritableOutput(path, 'the disk failed while it was written', 'check the disk')
    default:
      return error
  }
}
