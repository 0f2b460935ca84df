import type { ReactNode } from "react";

/** The provider's mark keeps its own colours. */
export function GoogleButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="button button-secondary google-button" onClick={onClick}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path
          fill="#4285f4"
          d="M19 10.2c0-.6-.1-1.2-.2-1.8h-8.6v3.5h5c-.2 1.2-.9 2.1-1.8 2.8v2.3h3c1.7-1.6 2.6-3.9 2.6-6.8Z"
        />
        <path
          fill="#34a853"
          d="M10.2 19.2c2.5 0 4.5-.8 6-2.2l-3-2.3c-.8.6-1.8.9-3 .9-2.4 0-4.4-1.6-5.1-3.7H2v2.3c1.5 3 4.6 5 8.2 5Z"
        />
        <path fill="#fbbc05" d="M5.1 11.9a5.4 5.4 0 0 1 0-3.5V6H2a9.2 9.2 0 0 0 0 8.2z" />
        <path
          fill="#ea4335"
          d="M10.2 4.6c1.3 0 2.5.5 3.5 1.4L16.3 3.4A9.2 9.2 0 0 0 2 6l3.1 2.4c.7-2.2 2.7-3.8 5.1-3.8Z"
        />
      </svg>
      <span>{children}</span>
    </button>
  );
}
