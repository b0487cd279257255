"""Count a typed hand and say why.

python examples/score_a_hand.py "[123m][EEE]{2222s}4566m+6m|ae"
"""

import sys

from scorer import Situation, score

hand = sys.argv[1] if len(sys.argv) > 1 else "23344556677p55s+2p"
result = score(hand, Situation(self_draw=True, seat="S"))

for fan in result.fans:
    print(f"{fan.points * fan.count:4}  {fan.zh} {fan.en}: {fan.rule('en')}")
print(f"{result.total:4}  in all, {result.division}")
for reason in result.not_counted:
    print(f"   –  {reason.zh} {reason.en}: {reason.text_en}")
