import { SHELLS } from '../completion/shells.js'
import type { Command } from './command.js'

export const COMPLETION: Command = {
  name: 'completion',
  load: async (commands) => (await import('../completion/completion.js')).completionOf(commands),
  operands: 'bash|zsh|fish',
  minOperands: 1,
  maxOperands: 1,
  completes: SHELLS,
  summary: 'Print a shell completion script',
  description: [],
  examples: [
    {
      does: 'bash',
      line: 'likewise completion bash > ~/.local/share/bash-completion/completions/likewise',
    },
    { does: 'zsh, in a folder of $fpath', line: 'likewise completion zsh > ~/.zfunc/_likewise' },
    { does: 'fish', line: 'likewise completion fish > ~/.config/fish/completions/likewise.fish' },
  ],
}
