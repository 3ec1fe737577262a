"""A short match as another program would write it, with cube decisions and mistakes that any engine sees."""

SHORT_MATCH = """ 3 point match

 Game 1
 Ali : 0                          Veli : 0
  1) 31: 8/5 6/5                   42: 8/4 6/4
  2) 61: 13/7 8/7                  65: 13/7 13/8
  3)  Doubles => 2                  Takes
  4) 52: 13/8 24/22                43: 13/10 13/9
  5) 11: 6/5 6/5 8/7 8/7           54: 10/5 9/5
  6) 63: 13/4                       Doubles => 4
  7)  Drops                         Wins 2 point

 Game 2
 Ali : 0                          Veli : 2
  1)                               21: 24/23 13/11
  2) 64: 24/18 13/9                32: 24/21 13/11
"""

ODD_MATCH = SHORT_MATCH.replace("24/23 13/11", "24/23 13/12")
"""The same with a play that its roll does not allow."""
