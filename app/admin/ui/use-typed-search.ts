import { useEffect, useState } from "react";

/** Long enough to type on, short enough not to be felt. */
const typingPauseMs = 200;

/**
 * What is typed is searched for after a short pause.
 *
 * The address also changes by itself (back, a cleared filter): the field then follows.
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  const [followed, setFollowed] = useState(search);
  if (search !== followed) {
    setFollowed(search);
    if (search !== typed.trim()) setTyped(search);
  }

  // Synchronises with the clock: the search starts when typing pauses.
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => onSearch(typed.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  });

  return { typed, setTyped };
}
