import { useEffect, useState } from 'preact/hooks'

const narrow = matchMedia('(max-width: 40rem)')

/** Whether the window is as narrow as a phone. */
export function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches)
  useEffect(() => {
    const update = () => setNarrow(narrow.matches)
    update()
    narrow.addEventListener('change', update)
    return () => narrow.removeEventListener('change', update)
  }, [])
  return isNarrow
}
