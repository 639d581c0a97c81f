/** Two streams that become one. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      className="text-accent"
      aria-hidden
    >
      <path d="M5 3v3c0 5 7 5 7 10v5" />
      <path d="M19 3v2c0 4-4 5-6 7.5" opacity="0.6" />
    </svg>
  );
}
